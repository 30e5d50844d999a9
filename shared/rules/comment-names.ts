/** Code is quoted, not said: names and numbers in it mean nobody and nothing. */
const CODE = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)[\s\S]*?\2/g
/** A name after @, and a number after #, that are no part of a word, an address or a link. */
export const MENTION = /(?<![\p{L}\p{N}_@./#&=-])@([A-Za-z0-9_-]{3,30})(?![A-Za-z0-9_-]|@|\.[\p{L}\p{N}])/gu
export const TASK_NUMBER = /(?<![\p{L}\p{N}_@./#&=-])#([1-9]\d{0,8})(?![\p{L}\p{N}_-])/gu

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.replace(CODE, ' ').matchAll(pattern)].map(([, word = '']) => word)),
]

/** The names that a comment has after @, in small letters, in their order and each once. Whether they are members' is for others to say. */
export const namesIn = (body: string): string[] => [...new Set(found(body, MENTION).map((name) => name.toLowerCase()))]

/** The numbers of tasks that a comment has after #, in their order and each once. Whether there are such tasks is for others to say. */
export const numbersIn = (body: string): number[] => found(body, TASK_NUMBER).map(Number)
