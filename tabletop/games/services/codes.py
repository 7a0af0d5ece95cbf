"""Codes by which a table is found: four letters that can be said, and two digits, as in WREN27."""

import secrets

_CONSONANTS = "BCDFGHJKLMNPRSTVWZ"
_VOWELS = "AEIOU"
_ONSETS = ("BL", "BR", "CH", "CL", "CR", "DR", "FL", "FR", "GL", "GR", "PL", "PR", "SH", "SK", "SL", "SN", "ST", "TH",
           "TR", "TW", "WH", "WR")  # fmt: skip
_CODAS = ("CK", "FT", "LD", "LK", "LL", "LM", "LT", "MP", "ND", "NG", "NK", "NT", "RD", "RK", "RL", "RM", "RN", "RT",
          "SH", "SK", "SP", "ST", "TH")  # fmt: skip
_ENDS = "BDGKLMNPRTW"
_UNFIT_WORDS = (
    "ARSE BOOB COCK CRAP CUNT DAMN DICK DYKE FAGS FART FUCK GIMP HELL HOMO JIZZ KILL MUFF NAZI PEDO PISS PORN PUBE "
    "RAPE SHIT SLAG SLUT SUCK TITS TURD TWAT WANK"
)
_UNFIT = frozenset(_UNFIT_WORDS.split())


def new_code() -> str:
    """A code of some half a million, drawn at random."""
    while (word := _word()) in _UNFIT:
        pass
    return f"{word}{secrets.randbelow(90) + 10}"


def _word() -> str:
    choose = secrets.choice
    shape = secrets.randbelow(6)
    if shape < 2:
        return choose(_ONSETS) + choose(_VOWELS) + choose(_ENDS)
    if shape < 4:
        return choose(_CONSONANTS) + choose(_VOWELS) + choose(_CODAS)
    return choose(_CONSONANTS) + choose(_VOWELS) + choose(_CONSONANTS) + choose(_VOWELS)
