from hypothesis import given, settings, Phase, strategies as st
from strategies import programs
from class_programs import class_programs
import class_engines
from test_oracle import CUT_OFF, WORDS, ReplayRun, Run
from helpers import compile_program, compile_replay
from ambsearch import Refused
from ambsearch.observing import Observer, observed
from ambsearch.recording import *
from ambsearch.recording import BRANCH, Event
from ambsearch.measuring import Tally
from dataclasses import dataclass
@dataclass(eq=False)
class Start:
    number:int; name:str; outer:object
class Old(Observer):
    bound = ("note", "atoms", "keep", "size", "limit", "stop")
    before = "place = watch.now"
    item = """
watch.now = here = (watch.now, index, site, target if type(target) in atoms else keep(target))
note(here)
if size() >= limit: stop()
"""
    back = "watch.now = place"
    exhausted = "note(('exhausted', site, place))"
    guard = "not note(('passed', site, watch.now)) if test else note(('failed', site, watch.now))"
    dead = "note(('dead', site, watch.now))"
    answer = "note(('answer', site, watch.now, value if type(value) in atoms else keep(value)))"
    atoms = ATOMS
    def __init__(self, limit=None):
        self.limit = float("inf") if limit is None else limit
        self.noted = []
        self.note, self.size = self.noted.append, self.noted.__len__
        self.starts = 0
    keep = Recorder.keep
    def stop(self): raise Full
    def begin(self, answers):
        start = Start(self.starts, repr(answers), self.now)
        self.starts += 1
        self.note(("begin", None, start, start.name))
        return start
    def branch(self, number): return (self.now, number, BRANCH, None)
    def found(self, start, answer, point): self.note(("found", None, point, self.keep(answer)))
    def end(self, start, error):
        how = "exhausted" if error is None else "cut short" if isinstance(error, (GeneratorExit, Full)) else error
        self.note(("end", None, start, how if isinstance(how, str) else f"{type(how).__name__}: {how}"))
    def events(self):
        for noted in self.noted:
            if type(noted[0]) is not str:
                yield Event("item", start_of(noted).number, path_of(noted), noted[2], noted[3]); continue
            kind, site, point, *value = noted
            yield Event(kind, start_of(point).number, path_of(point), site, *value)
def way_to(point):
    way = []
    while type(point) is tuple: way.append(point); point = point[0]
    return way[::-1]
def path_of(point): return tuple(item[1] for item in way_to(point))
def start_of(point):
    while type(point) is tuple: point = point[0]
    return point
def told(events): return [(e.kind, e.search, e.path, e.site and (e.site.kind, e.site.name, e.site.line, e.site.column), __import__('re').sub('program \\d+|0x[0-9a-f]+', '', repr(e.value))[:300]) for e in events]
def run(make, obs, taken):
    rec = obs()
    it = iter(observed(make(), rec)); n = 0
    try:
        for a in it:
            n += 1
            if n >= taken: break
        it.close()
    except Exception as e: pass
    return rec, n
def check(make, taken):
    old, n = run(make, Old, taken); new, _ = run(make, Recorder, taken)
    a, b = told(old.events()), told(new.events())
    assert a == b, next((x, y, i) for i,(x, y) in enumerate(zip(a + [None], b + [None])) if x != y)
    # effort of events
    items = [(e[1], e[2]) for e in b if e[0] == "item"]
    return b, n
@settings(max_examples=150, deadline=None, phases=[Phase.generate])
@given(programs(), st.sampled_from(["plain", "deep", "mixed"]), st.integers(1, 30))
def test_plain(program, depths, taken):
    source = program.with_depths(depths).source
    judged = ReplayRun(compile_replay(program.source)).follow()
    if judged.ending == CUT_OFF: taken = min(taken, len(judged.answers))
    if not taken: return
    def make():
        r = Run(compile_program(source, WORDS)); return r.space["f"](*r.args)
    check(make, taken)
@settings(max_examples=100, deadline=None, phases=[Phase.generate])
@given(class_programs(), st.sampled_from(["plain", "deep", "mixed"]), st.integers(1, 30))
def test_classes(program, depths, taken):
    program = program.with_depths(depths)
    try:
        judged = class_engines.ReplayRun(program).follow()
        if judged.ending == class_engines.CUT_OFF: taken = min(taken, len(judged.answers))
        if not taken: return
        check(lambda: class_engines.ExpansionRun(program).space["f"](), taken)
    except Refused: return
