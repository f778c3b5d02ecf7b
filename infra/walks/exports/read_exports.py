"""Reads exports with other tools and prints what they find as JSON.

Arguments: OCEL as JSON, OCEL as SQLite, XES, OCEL's JSON Schema, edges of the transition table as JSON.
"""

import json
import sys
import warnings

warnings.filterwarnings("ignore")

import jsonschema
import pm4py
from pm4py.algo.conformance.tokenreplay import algorithm as token_replay
from pm4py.objects.ocel.validation import ocel20_rel_validation
from pm4py.objects.petri_net.obj import Marking, PetriNet
from pm4py.objects.petri_net.utils import petri_utils

ocel_path, sqlite_path, xes_path, schema_path, edges_path = sys.argv[1:]


def counts(log):
    return {
        "events": len(log.events),
        "objects": len(log.objects),
        "relations": len(log.relations[["ocel:eid", "ocel:oid"]].drop_duplicates()),
        "objectRelations": len(log.o2o),
        "changes": len(log.object_changes),
        "types": sorted(log.objects["ocel:type"].unique()),
    }


def schema_errors():
    with open(schema_path) as schema, open(ocel_path) as log:
        validator = jsonschema.Draft7Validator(json.load(schema))
        return [error.message for error in validator.iter_errors(json.load(log))][:5]


def net_of(edges):
    """A place for each status and a transition for each edge; a case may end anywhere."""
    net = PetriNet("statuses")
    places = {}

    def place(name):
        if name not in places:
            places[name] = PetriNet.Place(name)
            net.places.add(places[name])
        return places[name]

    def transition(name, label, source, target):
        step = PetriNet.Transition(name, label)
        net.transitions.add(step)
        petri_utils.add_arc_from_to(place(source), step, net)
        petri_utils.add_arc_from_to(step, place(target), net)

    for source, target in edges:
        label = f"{source}>{target}"
        transition(label, label, str(source), str(target))
    for name in [name for name in places if name != "start"]:
        transition(f"end {name}", None, name, "end")
    return net, Marking({places["start"]: 1}), Marking({places["end"]: 1})


def fitness(log):
    with open(edges_path) as file:
        edges = json.load(file)
    moves = log[log["archline:to"].notna()].copy()
    source = moves["archline:from"].astype("Int64").astype("string").fillna("start")
    moves["concept:name"] = source + ">" + moves["archline:to"].astype("Int64").astype("string")
    net, initial, final = net_of(edges)
    traces = token_replay.apply(moves, net, initial, final)
    return {
        "traces": len(traces),
        "fits": sum(1 for trace in traces if trace["trace_is_fit"]),
        "fitness": min(trace["trace_fitness"] for trace in traces),
    }


ocel = pm4py.read_ocel2_json(ocel_path)
graph = pm4py.discover_ocdfg(ocel)
petri = pm4py.discover_oc_petri_net(ocel)
log = pm4py.read_xes(xes_path)
print(
    json.dumps(
        {
            "json": counts(ocel),
            "sqlite": counts(pm4py.read_ocel2_sqlite(sqlite_path)),
            "violated": ocel20_rel_validation.apply(sqlite_path)[1],
            "schema": schema_errors(),
            "graph": len(graph["activities"]),
            "nets": sorted(petri["petri_nets"]),
            "xes": {
                "events": len(log),
                "traces": log["case:concept:name"].nunique(),
                "identities": log["identity:id"].nunique(),
            },
            "replay": fitness(log),
        }
    )
)
