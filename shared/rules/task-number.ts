import { UNSPACED } from './search.ts'

/** The number of a task after #, where it is no part of a word, an address or a link. Scripts without spaces put it within their words. */
export const TASK_NUMBER = new RegExp(
  String.raw`(?<!(?!${UNSPACED})[\p{L}\p{N}_@./#＃&=-])[#＃]([1-9]\d{0,8})(?!(?!${UNSPACED})[\p{L}\p{N}_-])`,
  'gu',
)
