"""The map and the variants by PM4Py, each time that a line on the standard input asks for one of them by its name.

Prints a line of JSON when the log is loaded, and one with the processor time in ms and the size of the result for each line.
Loading is not counted. Arguments: stays as Parquet, numbers of the statuses that are no part of a variant.
"""

import contextlib
import io
import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import pandas

# PM4Py greets on the error output.
with contextlib.redirect_stderr(io.StringIO()):
    import pm4py

path, drafts = sys.argv[1], set(sys.argv[2].split(","))
names = {"case_id": "case:concept:name", "status": "concept:name", "entered_at": "time:timestamp"}
stays = pandas.read_parquet(path).rename(columns=names)
columns = list(names.values())
stays_of_ways = stays[(stays["nth"] > 0) & ~stays["concept:name"].isin(drafts)]
log = pm4py.format_dataframe(stays[columns])
ways = pm4py.format_dataframe(stays_of_ways[columns])

work = {
    "map": lambda: pm4py.discover_performance_dfg(log, perf_aggregation_key="median")[0],
    "variants": lambda: pm4py.get_variants(ways),
}
print(json.dumps({"version": pm4py.__version__}), flush=True)
for line in sys.stdin:
    ask = work[line.strip()]
    # A run that does not count, as on the other side.
    ask()
    begin = time.process_time()
    result = ask()
    seconds = time.process_time() - begin
    print(json.dumps({"ms": seconds * 1000, "size": len(result)}), flush=True)
