"""Writes an OCEL log with PM4Py and prints its processor time and memory as JSON. Reading it is not counted.

Arguments: OCEL as JSON, path of the copy.
"""

import json
import resource
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import pm4py

log = pm4py.read_ocel2_json(sys.argv[1])
begin = time.process_time()
pm4py.write_ocel2_json(log, sys.argv[2])
seconds = time.process_time() - begin
print(json.dumps({"ms": seconds * 1000, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
