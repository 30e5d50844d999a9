/** Today as YYYY-MM-DD in the time zone of the device (or of TZ, for a program in a terminal). */
export const today = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
