#!/usr/bin/env python3
"""Reads, checks and shows a Valise archive.

It was written from docs/format.md alone, with nothing but the standard library of Python 3.11: it is there to show that
the page is enough. "Section 5" and the like are sections of that page.

    read_archive.py X.zip [--verify-only]

Ends with 0 if the archive is sound, with 1 and a sentence per fault if it is not, with 2 if it was called wrongly.
Without --verify-only it also prints the active branch of every session.
"""

import base64
import contextlib
import hashlib
import json
import re
import struct
import sys
import zipfile
from decimal import Decimal

HEX = re.compile(r"[0-9a-f]{64}")
SEGMENT = re.compile(r"[A-Za-z0-9._-]*[A-Za-z0-9_-]")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
MEMBERS = set("v seq id thread parents at actor kind body native source fidelity sealed revises prev".split())
CHAIN = ("message", "reasoning", "tool.call", "tool.result")
faults = {}  # sentences, in order, each once


def fault(sentence):
    faults.setdefault(sentence)


@contextlib.contextmanager
def reading(what):
    """Anything may be in a file from elsewhere: what goes wrong while it is read is one fault, and the rest is read."""
    try:
        yield
    except Exception as why:
        fault(f"{what} is not as docs/format.md describes it ({type(why).__name__}: {str(why)[:200]}).")


def sha(data):
    return hashlib.sha256(data).hexdigest()


def bare(name):
    return name.removeprefix("sha256:")


# --- RFC 8785: canonical JSON ---


def number(value):
    """As JavaScript prints a double: the fewest digits that give it back, with an exponent from 1e21 and below 1e-6."""
    value = float(value)
    if abs(value) == float("inf"):
        raise ValueError("a number is too large")
    if value == 0:
        return "0"
    shortest = Decimal(repr(abs(value))).normalize().as_tuple()
    digits, point = "".join(map(str, shortest.digits)), len(shortest.digits) + shortest.exponent
    sign = "-" if value < 0 else ""
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    return f"{sign}{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}e{point - 1:+d}"


def canonical(value, depth=1):
    if depth > 501:
        raise ValueError("a value nests deeper than 500")
    if isinstance(value, list):
        return "[" + ",".join([canonical(item, depth + 1) for item in value]) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join([f"{canonical(key)}:{canonical(value[key], depth + 1)}" for key in keys]) + "}"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number(value)
    return json.dumps(value, ensure_ascii=False)


def parse(data):
    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(data.decode("utf-8"), parse_constant=refuse)


def parse_canonical(data, what):
    value = parse(data)
    if canonical(value).encode("utf-8") != data:
        fault(f"{what} is not canonical JSON.")
    return value


# --- section 1: the zip and the bag ---


class Bag:
    """The files of the one folder of the zip, by their path below it."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        infos = self.zip.infolist()
        with open(path, "rb") as file:
            self.check_form(infos, file)
        self.root = infos[0].orig_filename.split("/")[0]
        self.files = {info.orig_filename.partition("/")[2]: info for info in infos}
        self.digests = {}
        for name, info in self.files.items():
            with reading(f"The file {name}"), self.zip.open(info) as file:
                self.digests[name] = hashlib.file_digest(file, "sha256").hexdigest()

    def read(self, path):
        if path not in self.files:
            raise LookupError("it is missing")
        return self.zip.read(self.files[path])

    def check_form(self, infos, file):
        """Before anything is unpacked. The local headers say what lies where: one after the other, no gaps."""
        names = [info.orig_filename for info in infos]
        whole, packed = sum(info.file_size for info in infos), sum(info.compress_size for info in infos)
        if len(infos) > 200_000 or whole > 16 << 30 or whole > 100 * packed:
            raise ValueError("the zip holds nothing or unpacks to too much")
        if names != sorted(set(names)):
            fault("The entries of the zip are not in order, or a name is there twice.")
        if len({name.split("/")[0] for name in names}) != 1:
            fault("The zip does not hold exactly one folder.")
        place, directory = 0, 0
        for info, name in zip(infos, names):
            if "/" not in name or not all(SEGMENT.fullmatch(segment) for segment in name.split("/")):
                fault(f"The zip has an entry with a name that is not allowed: {name!r}.")
            if info.file_size > 200 * info.compress_size:
                raise ValueError(f"{name} grows more than 200-fold")
            file.seek(place)
            mark, _, flags, method, *when, crc, _, _, n, m = struct.unpack("<4s5H3I2H", file.read(30))
            same = mark == b"PK\3\4" and info.header_offset == place and file.read(n) == name.encode()
            same = same and (flags, method, crc) == (info.flag_bits, info.compress_type, info.CRC)
            fixed = when == [0, 33] and info.date_time == (1980, 1, 1, 0, 0, 0) and method in (0, 8)
            extra = [extra[:2] for extra in (info.extra, file.read(m)) if extra]
            if not same or not fixed or flags & 9 or set(extra) - {b"\1\0"} or info.comment:
                fault(f"The entry {name} of the zip has another place, date, flag or field than it should.")
            place += 30 + n + m + info.compress_size
            directory += 46 + n + len(info.extra)
        if directory > 48 << 20 or self.zip.start_dir != place or file.seek(0, 2) - place - directory not in (22, 98):
            fault("The zip has bytes before, between or behind its entries.")


def check_manifest(bag, name, expected):
    listed = {}
    with reading(name):
        *lines, rest = bag.read(name).decode("ascii").split("\n")
        listed = {path: digest for digest, path in (line.split("  ", 1) for line in lines)}
        if rest or list(listed) != sorted(listed) or len(listed) != len(lines):
            fault(f"{name} is not sorted, names a file twice, or does not end with a line feed.")
    for path in sorted(expected | set(listed)):
        if path not in listed:
            fault(f"The file {path} is not in {name}.")
        elif path not in expected:
            fault(f"The file {path} is in {name}, but it is missing or belongs to the other manifest.")
        elif listed[path] != bag.digests.get(path):
            fault(f"The file {path} does not have the hash that {name} states.")


def check_bag(bag, sessions):
    payload = {path for path in bag.files if path.startswith("data/")}
    check_manifest(bag, "manifest-sha256.txt", payload)
    beside = {path for path in set(bag.files) - payload if not path.startswith("tagmanifest-sha256.txt")}
    check_manifest(bag, "tagmanifest-sha256.txt", beside)
    if bag.read("bagit.txt") != b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n":
        fault("bagit.txt does not say BagIt 1.0 and UTF-8.")
    lines = {f"log {session.digest}\n" for session in sessions}
    lines |= {f"artifact {digest}\n" for session in sessions for digest in session.pieces}
    for path in payload:
        if match := re.fullmatch(r"data/artifacts/sha256/(..)/(\1[0-9a-f]{62})\.\w+", path):
            lines.add(f"artifact {match[2]}\n")
        if path.startswith("data/artifacts/") and bag.digests.get(path) != (match and match[2]):
            fault(f"The artifact {path} does not have the hash that it is called by.")
    identity = sha("".join(sorted(lines)).encode())
    day = max((event["at"]["recorded"][:10] for session in sessions for event in session.events), default="")
    expected = {
        "Payload-Oxum": f"{sum(bag.files[path].file_size for path in payload)}.{len(payload)}",
        "Bagging-Date": day,
        "Valise-Content-Identity": identity,
        "Valise-Archive-Identity": bag.digests.get("manifest-sha256.txt"),
    }
    labels = dict(line.split(": ", 1) for line in bag.read("bag-info.txt").decode("utf-8").splitlines())
    for label, value in expected.items():
        if labels.get(label) != value:
            fault(f"bag-info.txt says {label}: {labels.get(label)}, but the archive gives {value}.")
    slug = sessions[0].slug if len(sessions) == 1 else f"{day}-{identity[:8]}"
    if bag.root != f"valise-{slug}":
        fault(f"The folder is called {bag.root}, but its content gives valise-{slug}.")


# --- sections 2 to 5: a session ---


def named(value):
    """The hashes of the artifacts that are named, only where section 2 says that they are."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if key in ("artifact", "frame", "slice", "snapshot") and isinstance(item, str):
            if item.startswith("sha256:"):
                yield bare(item)
        elif isinstance(item, (dict, list)) and key not in ("input", "inputText", "value", "text"):
            yield from named(item)


def follow(value, pointer):
    """RFC 6901. A LookupError or another one where the pointer leads nowhere."""
    if pointer and pointer[0] != "/":
        raise ValueError("a pointer begins with a slash")
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and not re.fullmatch("0|[1-9][0-9]*", token):
            raise LookupError(token)
        value = value[int(token)] if isinstance(value, list) else value[token]


class Session:
    def __init__(self, bag, slug):
        self.bag, self.slug, self.folder = bag, slug, f"data/sessions/{slug}"
        self.events, self.pieces, self.parsed, self.wholes = [], {}, {}, {}
        self.digest = bag.digests.get(f"{self.folder}/session.jsonl")
        self.files = {path.split("/")[-1][:64]: path for path in bag.files if path.startswith("data/artifacts/")}
        if f"{self.folder}/raw.index.json" in bag.files or f"{self.folder}/raw.pack" in bag.files:
            with reading(f"{self.folder}/raw.pack or its index"):
                self.read_pack()
        with reading(f"{self.folder}/session.jsonl"):
            self.read_log(bag.read(f"{self.folder}/session.jsonl"))
        drops = [e["body"] for e in self.events if e["kind"] == "gap" and e["body"]["why"] == "dropped"]
        self.dropped = set(HEX.findall(canonical(drops)))
        self.first = {}  # the seq of an id's first line, which is what people see of it
        for event in self.events:
            self.first.setdefault(event["id"], event["seq"])
        self.ids = {event["seq"]: event["id"] for event in self.events}
        for event in self.events:
            with reading(f"Line {event['seq'] + 1} of {self.slug}"):
                self.check_links(event, f"Line {event['seq'] + 1} of {self.slug}")
        with reading(f"{self.folder}/session.json"):
            about = bag.read(f"{self.folder}/session.json").removesuffix(b"\n")
            self.check_session(parse_canonical(about, f"{self.folder}/session.json"))

    def read_pack(self):
        pack, end = self.bag.read(f"{self.folder}/raw.pack"), 0
        for entry in parse(self.bag.read(f"{self.folder}/raw.index.json")):
            piece = pack[entry["offset"] : entry["offset"] + entry["bytes"]]
            if entry["offset"] != end or sha(piece) != bare(entry["sha256"]):
                fault(f"The piece {entry['sha256']} of {self.folder}/raw.pack is not there under its hash.")
            else:
                self.pieces[sha(piece)] = piece
            end = entry["offset"] + entry["bytes"] + 1
            if pack[end - 1 : end] != b"\n":
                fault(f"A piece of {self.folder}/raw.pack does not end with a line feed.")
        if end != len(pack):
            fault(f"{self.folder}/raw.pack holds more or less than its index says.")

    def read_log(self, log):
        before = "0" * 64
        *lines, rest = log.split(b"\n")
        if rest or not lines:
            fault(f"The log of {self.slug} is empty or does not end with a line feed.")
        for seq, line in enumerate(lines):
            what = f"Line {seq + 1} of {self.slug}"
            with reading(what):
                event = parse_canonical(line, what)
                if event["v"] != 1 or not MEMBERS <= set(event):
                    raise ValueError("not an event of version 1 with all its members")
                if event["seq"] != seq:
                    fault(f"{what} has seq {event['seq']}, but its number is {seq}.")
                if event["prev"] != before:
                    fault(f"{what} does not state the hash of the line before it.")
                if not all(time is None or TIME.fullmatch(time) for time in event["at"].values()):
                    fault(f"{what} has a time of another form.")
                self.events.append({**event, "seq": seq})
            before = sha(line)

    def artifact(self, digest, who):
        """The bytes of an artifact; None and a fault where there are none, no fault where somebody let go of them."""
        if digest in self.pieces:
            return self.pieces[digest]
        if self.bag.digests.get(self.files.get(digest)) == digest:
            return self.bag.read(self.files[digest])
        if digest not in self.dropped:
            fault(f"{who} names the artifact {digest}, which is not there under its hash.")
        return None

    def check_links(self, event, who):
        for parent in event["parents"]:
            if parent not in self.first:
                fault(f"{who} has a parent that is no id of the log: {parent}.")
        if (earlier := event["revises"]) is not None:
            if not 0 <= earlier < event["seq"] or self.ids.get(earlier) != event["id"]:
                fault(f"{who} revises {earlier}, which is no earlier line of the same id.")
        for digest in {*named(event["body"]), *named(event["sealed"])}:
            self.artifact(digest, who)
        places = event["source"]["raw"]
        if not places and event["actor"]["kind"] != "recorder" and event["source"]["capture"] != "user":
            fault(f"{who} does not say where it was read.")
        for place in places:
            self.check_frame(bare(place["frame"]), who)
            digest = bare(place["artifact"])
            if (data := self.artifact(digest, who)) is None:
                continue
            if "bytes" in place and not 0 <= place["bytes"][0] <= place["bytes"][1] <= len(data):
                fault(f"{who} points to bytes that {digest} does not have.")
            elif place.get("pointer"):
                with reading(f"The place {place['pointer']} in {digest} that line {event['seq'] + 1} points to"):
                    if digest not in self.parsed:
                        self.parsed[digest] = parse(data)
                    follow(self.parsed[digest], place["pointer"])

    def check_frame(self, digest, who):
        """Puts together what the site sent. Each frame is looked at once."""
        if digest in self.wholes or (data := self.artifact(digest, who)) is None:
            return
        self.wholes[digest] = None
        with reading(f"The frame {digest}"):
            frame, whole = parse_canonical(data, f"The frame {digest}"), []
            for hashed in named(frame["exchange"]):
                self.artifact(hashed, f"The frame {digest}")
            for piece in frame["pieces"]:
                if "slice" in piece:
                    whole.append(self.artifact(bare(piece["slice"]), f"The frame {digest}"))
                    if whole[-1] is not None and len(whole[-1]) != piece["bytes"]:
                        fault(f"The frame {digest} states another length for {piece['slice']}.")
                else:
                    whole.append(piece["text"].encode() if "text" in piece else base64.b64decode(piece["base64"]))
            self.wholes[digest] = bare(frame["whole"]["sha256"])
            if None not in whole:
                whole = b"".join(whole)
                if (len(whole), sha(whole)) != (frame["whole"]["bytes"], self.wholes[digest]):
                    fault(f"The frame {digest} put together is not what it states.")

    def check_session(self, about):
        if "native" in about:
            if about["key"] != sha(canonical([about["site"], about["origin"], about["native"]]).encode()):
                fault(f"The key of {self.slug} is not that of its site, origin and native.")
        day = (self.events[0]["at"]["occurred"] or self.events[0]["at"]["recorded"])[:10]
        slug = f"{day}-{about['site']}-{about['key'][:8]}"
        if self.slug not in (slug, f"{slug}-{self.digest[:8]}"):
            fault(f"The session {self.slug} should be called {slug}.")
        for digest in HEX.findall(canonical(about["containers"])):
            frame = self.artifact(digest, f"session.json of {self.slug}")
            own = frame and bare(parse_canonical(frame, f"The container frame {digest}")["own"])
            if own and own not in self.wholes.values():
                fault(f"The container frame {digest} belongs to no frame of {self.slug}.")

    def counting(self):
        """Of each id the line that counts: the six rules of section 2."""
        lines, confirmed, reread = {}, {}, {}
        for event in self.events:
            lines.setdefault(event["id"], []).append(event)
            if event["kind"] == "context.edit" and event["body"]["action"] == "confirm":
                for target, content, updated in event["body"]["targets"]:
                    raised = (event["seq"], (rank(event["source"]), updated or "", reader(event)))
                    confirmed.setdefault((target, bare(content)), []).append(raised)
            if event["kind"] == "context.edit" and event["body"]["action"] == "reread":
                for target in event["body"]["targets"]:
                    reread[target if isinstance(target, str) else target[0]] = event["seq"]

        def standing(event):
            core = {key: event[key] for key in ("actor", "body", "kind", "parents", "thread")}
            core["sealed"] = [value["artifact"] for value in event["sealed"]]
            content, kind = sha(canonical(core).encode()), event["kind"]
            own = {"unknown": 1, "gap": 0}.get(kind, rank(event["source"]))
            standings = [(own, event["at"]["updated"] or "", reader(event))]
            standings += [raised for seq, raised in confirmed.get((event["id"], content), []) if seq > event["seq"]]
            if kind in ("session.updated", "config", "server.state"):
                standings = [(updated, ranked, by) for ranked, updated, by in standings]
            loses = any(parent in unknown for parent in event["parents"])
            return max(standings), not loses, len(canonical(event["body"])), content

        unknown = {key for key, versions in lines.items() if all(event["kind"] == "gap" for event in versions)}
        counts = {}
        for key, versions in lines.items():
            if versions[-1]["seq"] > reread.get(key, -1):
                written = [e for e in versions if e["actor"]["kind"] == "recorder" or e["source"]["capture"] == "user"]
                last = {e["seq"] for e in written[:-1]}
                counts[key] = max([e for e in versions if e["seq"] not in last], key=standing)
        if any(event["source"]["capture"] in ("asked", "heard", "file") for event in counts.values()):
            counts = {key: event for key, event in counts.items() if not re.search(r"/page\.[0-9]+$", key)}
        counts = joined(counts)
        causes = {parent for event in counts.values() for parent in event["parents"]}
        return {key: e for key, e in counts.items() if e["kind"] != "gap" or "/" in key or key in causes}

    def branch(self, counts):
        """The active branch, from its root, and the title."""
        about = [event["body"] for event in counts.values() if event["kind"] == "session.updated"]
        blocks = blocks_in(counts)
        heads = {block: key for key, below in blocks.items() for block in below}
        leaf, path = about[-1]["leaf"] if about else None, {}
        if leaf not in counts:
            chain = [event for event in counts.values() if event["kind"] in CHAIN and event["id"] not in heads]
            inner = {heads.get(parent, parent) for event in chain for parent in event["parents"]}
            ends = [event for event in chain if event["id"] not in inner]
            leaf = max(ends, key=lambda event: event["seq"])["id"] if ends else None
        while leaf in counts and leaf not in path:
            for key in blocks.get(leaf, [])[::-1] + [leaf]:
                path[key] = counts[key]
            leaf = next((parent for parent in counts[leaf]["parents"] if parent in counts), None)
        return list(path.values())[::-1], about[-1]["title"] if about else None


def blocks_in(counts):
    """The blocks of each message, in order: of the chain, and of the same message as what is above them."""
    below, heads = {}, []
    for key, event in counts.items():
        above = counts.get(next((parent for parent in event["parents"] if parent in counts), None))
        native, message = event["native"]["id"], key.rpartition("/")[0]
        if event["kind"] not in CHAIN:
            continue
        named = native is not None or message in counts and above and f"{above['id']}/".startswith(f"{message}/")
        if above and above["native"]["id"] == native and named:
            below.setdefault(above["id"], []).append(key)
        else:
            heads.append(key)
    found = {}
    for head in heads:
        todo = below.get(head, [])[::-1]
        while todo:
            key = todo.pop()
            found.setdefault(head, []).append(key)
            todo += below.get(key, [])[::-1]
    return found


def joined(counts):
    """Events with the parents that they have where pages of a conversation join."""
    joins = {key: e["parents"] for key, e in counts.items() if e["kind"] == "gap" and e["body"].get("joins") is True}

    def beyond(parents):
        found, todo, seen = [], list(parents), set()
        while todo:
            key = todo.pop(0)
            if key not in seen:
                seen.add(key)
                todo, found = (joins[key] + todo, found) if joins.get(key) else (todo, found + [key])
        return found

    return {key: dict(event, parents=beyond(event["parents"])) for key, event in counts.items()}


def rank(source):
    if source["capture"] == "asked":
        return 7
    if source["capture"] in ("heard", "file") and source["form"] in ("read", "stream"):
        return 6
    return {"export": 5, "share": 4, "page": 3, "cut": 2}.get(source["form"], 0)


def reader(event):
    return int(event["source"]["reader"].rpartition("@")[2])


# --- what a person reads ---


def insert(text, marks):
    """Puts marks into a text at places that are counted in UTF-16 units."""
    data = text.encode("utf-16-le", "surrogatepass")
    for place, mark in sorted(marks, reverse=True):
        data = data[: 2 * place] + mark.encode("utf-16-le") + data[2 * place :]
    return data.decode("utf-16-le", "replace")


def show(session):
    counts = session.counting()
    path, title = session.branch(counts)
    member = {key: "summary" if event["kind"] == "compaction" else "parts" for key, event in counts.items()}
    parts_of = {key: event["body"].get(member[key]) or [] for key, event in counts.items()}
    evidence = {f"{k}#{p['id']}": p for k, parts in parts_of.items() for p in parts if p["type"] == "evidence"}
    numbers = {}

    def mark(part):
        found = [evidence[key] for key in part.get("evidence") or [] if key in evidence] or [part]
        known = [(f["title"], f["url"]) for f in found if f["title"] or f["url"]]
        return "".join(f"[{numbers.setdefault(source, len(numbers) + 1)}]" for source in known) or "[?]"

    out = [f"{title or 'Without a title'} ({session.slug})"]
    for event in path:
        body, parts = event["body"], parts_of[event["id"]]
        said = [body.get("role") or event["kind"]] + [str(body[key]) for key in ("name", "why") if body.get(key)]
        out += ["", f"V-{session.first[event['id']]:04d} {' '.join(said)}{' (hidden)' if body.get('hidden') else ''}"]
        marks, beside = [[] for _ in parts], []
        for part in (part for part in parts if part["type"] in ("citation", "evidence")):
            texts = [index for index, other in enumerate(parts) if other["type"] == "text"]
            texts = texts if part.get("in") is None else [part["in"]]
            end = part["range"]["end"] if part.get("range") else float("inf")
            for index in texts:
                size = len(parts[index]["text"].encode("utf-16-le", "surrogatepass")) // 2
                if end <= size:
                    marks[index].append((end, mark(part)))
                    break
                end -= size
            else:
                beside.append(mark(part))
        for part, places in zip(parts, marks):
            text = part.get("text") or part.get("name") or part.get("url") or part.get("reason") or ""
            if part["type"] not in ("citation", "evidence"):
                text = canonical(part["value"]) if part["type"] == "json" else insert(text, places)
                out.append(text if part["type"] in ("text", "code", "json") else f"({part['type']}) {text}")
        for key in ("input", "inputText", "text", "what"):
            if body.get(key) is not None:
                out.append(body[key] if isinstance(body[key], str) else canonical(body[key]))
        out += ["Sources: " + "".join(dict.fromkeys(beside))] if beside else []
        out += [f"(sealed) {value['hides']}" for value in event["sealed"]]
    out += [""] + [f"[{number}] {name or ''} {url or ''}" for (name, url), number in numbers.items()]
    print(re.sub(r"[^\t\n -~\xa0-\U0010ffff]", "\ufffd", "\n".join(out)))  # nothing that a terminal would obey


def main(arguments):
    paths = [argument for argument in arguments if argument != "--verify-only"]
    if len(paths) != 1 or paths[0].startswith("-"):
        print("Usage: read_archive.py X.zip [--verify-only]", file=sys.stderr)
        return 2
    sys.setrecursionlimit(10_000)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    with reading("The archive"):
        bag = Bag(paths[0])
        slugs = sorted({path.split("/")[2] for path in bag.files if path.startswith("data/sessions/")})
        sessions = [Session(bag, slug) for slug in slugs]
        check_bag(bag, sessions)
        for session in sessions if "--verify-only" not in arguments else []:
            show(session)
        if not faults:
            print(f"Sound: {len(bag.files)} files, {sum(len(session.events) for session in sessions)} events.")
    for sentence in faults:
        print(sentence, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
