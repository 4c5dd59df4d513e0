// @ts-check
// What cannot be read of a box, in everyday words that say what to type: the language's own
// messages use its terms, which nobody knows in the first hour.

/** @type {[RegExp, string | ((...found: string[]) => string)][]} the first that fits is said */
const TOLD_PLAINLY = [
  [/^(.+) is (neither a number nor|not) a part of the stream; there (are|is) (.+)$/,
    "$1 is $2 the name of a part. The names $3 $4"],
  [/^expected a part of the stream( after '.+')?, found a number without one$/,
    "a number alone is not enough here. Type the name of a part behind it"],
  [/^(.+) has (?:no meaning here; symbols like this are quoted)$/,
    "$1 cannot stand here, except as a letter to be said, in quotation marks"],
  [/^(.+) is not a clause of .+?, which may have .*?\b(read|hard).*?(; did you mean .+)?$/,
    "$1 cannot stand here. After a comma comes read, and then write$3"],
  [/^expected ',' or the end of the line, found (.+)$/,
    "there is something too much, or a comma is missing, before $1"],
  [/^(.+) is not a number; here stands one.*$/, "$1 is not a number. Type one, such as 2"],
  [/^'(.+?)' lacks a clause '(\w+) \.\.\.', but the line ends$/,
    "behind '$1 ...' come a comma, '$2' and the name of a part, which are missing"],
  [/^the key has size (\d+) and the query (\d+); .*$/,
    "the query has $2 numbers and the key $1, so one cannot be held against the other. " +
    "Type another part in one of them"],
  [/^what is read has size (\d+), and where it is written (\d+); .*$/,
    "it reads a part of $1 numbers and writes into one of $2, and they must be as many. " +
    "Type another part"],
  [/^(.+) has size (\d+), but one-hot rows for (\d+) symbols .*$/, (_, part, has, named) =>
    (Number(named) < Number(has)
      ? `the machine can say ${has} letters, and you named ${named}. Name all ${has}`
      : `${part} has only ${has} numbers, and ${named} letters need one each. Type another part` +
        " or fewer letters")],
  [/^(.+) is none of the symbols(.*)$/, "the machine does not know $1$2"],
  [/^a circle of (\d+) points has no room for (\d+)$/,
    "$1 points are too few for $2 positions. Type $2 or more"],
  [/^('\d+\D.*') is not a number; .*$/, "$1 is not a number. Put a space between number and name"],
  [/^this string is not closed: .*$/, "a quotation mark is missing"],
];
/** @type {[RegExp, string][]} words for words, where nothing else is said */
const PLAIN_WORDS = [
  [/^expected (.+?) after ('.+?'), found (.+)$/, "after $2 comes $1, and not $3"],
  [/^expected (.+?), found (.+)$/, "here comes $1, and not $2"],
  [/^expected (.+?) after ('.+?'), but the line ends$/, "after $2 comes $1, which is missing"],
  [/^expected (.+?), but the line ends$/, "here comes $1, which is missing"],
  [/K back, to K, everywhere or query \.\.\./, "2 back, to 2, everywhere or query"],
  [/, a part of the stream$/, ""],
  [/a part of the stream/, "the name of a part"],
  [/, or a formula in i/, ""],
  [/symbols/g, "letters"],
  [/symbol/g, "letter"],
];

/** @param {string} message of the language */
export function plainly(message) {
  for (const [pattern, said] of TOLD_PLAINLY) {
    // @ts-expect-error: both kinds of what replaces are known to it one at a time
    if (pattern.test(message)) return message.replace(pattern, said);
  }
  return PLAIN_WORDS.reduce((text, [pattern, said]) => text.replace(pattern, said), message);
}
