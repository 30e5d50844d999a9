/** The number of a task after #, where it is no part of a word, an address or a link. */
export const TASK_NUMBER = /(?<![\p{L}\p{N}_@./#&=-])#([1-9]\d{0,8})(?![\p{L}\p{N}_-])/gu
