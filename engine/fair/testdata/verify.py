"""tarock-deal-v1 once more: checks vectors.json, or the file named, or "-". It can't check
Ed25519's signatures, but comes to the bytes that are signed."""
import hashlib
import hmac
import json
import sys

T = "tarock-deal-v1"


def data(x):
    return x if isinstance(x, bytes) else x.to_bytes(4, "big") if isinstance(x, int) else x.encode()


def lp(*parts):
    return b"".join(len(data(p)).to_bytes(4, "big") + data(p) for p in parts)


def h(*parts):
    return hashlib.sha256(lp(*parts)).digest()


def context(c):
    beacon = [c["beacon"]] if c.get("beacon") else []
    return lp(c["table"], c["number"], c["kind"], c["rules"], bytes.fromhex(c["rules_version"]),
              lp(*c["seats"]), c["dealer"], c["order"], c["level"], *beacon)


def stream(key):
    counter = 0
    while True:
        yield from hmac.digest(key, T.encode() + b"/stream" + counter.to_bytes(8, "big"), "sha256")
        counter += 1


def shuffled(seed, salted, pack):
    extracted = hmac.digest(hashlib.sha256(lp(*salted)).digest(), seed, "sha256")  # HKDF
    source = stream(hmac.digest(extracted, T.encode() + b"/shuffle\x01", "sha256"))
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = next(b for b in source if b < 256 - 256 % (i + 1)) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def outcome(deck):
    if deck["proof"]["context"]["kind"] == "draw":
        return deck["deck"]
    c, played = deck["proof"]["context"], deck["played"]
    lines = [c["rules"], str(c["dealer"]), deck["deck"]] + (played["actions"] or [])
    if played["score"] is not None:
        lines.append("[" + " ".join(map(str, played["score"])) + "]")
    return "".join(line + "\n" for line in lines)


def check(deck):
    p, x = deck["proof"], bytes.fromhex
    c, a, seed, ctx = p["context"], p["anchor"], x(p["seed"]), context(p["context"])
    assert ctx.hex() == deck["context"], "context"
    before = seed
    for i in range(c["number"], 0, -1):
        before = h(T + "/chain", c["table"], i, before)
    assert before.hex() == a["hash"], "chain"
    assert h(T + "/commit", ctx, seed).hex() == p["commitment"], "commitment"
    salted, signed = [ctx], []
    for cut in p["cuts"]:
        assert h(T + "/cut", ctx, c["seats"][cut["seat"]], cut["text"]).hex() == cut["hash"], "cut"
        salted, signed = salted + [x(cut["hash"])], signed + [x(cut["hash"])]
        if "sealed" in cut:
            assert h(T + "/cc", ctx, cut["seat"], x(cut["nonce"]), cut["text"]).hex() == cut["sealed"], "sealed"
            signed.append(x(cut["sealed"]))
    if p.get("beacon"):
        salted.append(h(T + "/beacon", ctx, p["beacon"]))
    assert shuffled(seed, salted, deck["pack"].split()) == deck["deck"].split(), "deck"
    assert outcome(deck) == deck["outcome"], "outcome"
    assert lp(T + "/anchor", a["table"], a["length"], x(a["hash"]), x(a.get("previous", ""))).hex() == deck["anchor_message"], "anchor"
    assert lp(T + "/receipt", x(p["commitment"]), ctx, x(p["previous"])).hex() == deck["receipt_message"], "receipt"
    assert lp(T + "/reveal", x(p["signature"]), seed, *signed, p.get("beacon", ""), deck["outcome"]).hex() == deck["reveal_message"], "reveal"


name = sys.argv[1] if len(sys.argv) > 1 else __file__.replace("verify.py", "vectors.json")
v = json.load(sys.stdin if name == "-" else open(name, encoding="utf-8"))
f, seed = v["function"], bytes.fromhex(v["function"]["seed"])
assert h(T + "/commit", f["context"], seed).hex() == f["commitment"], "commitment"
assert shuffled(seed, [f["context"]] + f["cuts"], range(54)) == [int(i) for i in f["deck"].split()], "deck"
for r in v["rules"]:
    options = [part for pair in sorted((r["options"] or {}).items()) for part in pair]
    assert h(T + "/rules", r["rules"], r["edition"], *options).hex() == r["version"], "rules"
for d in v["decks"]:
    check(d)
print(len(v["decks"]), "decks agree")
