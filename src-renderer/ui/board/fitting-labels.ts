/** Measures of a label chip in pixels, on the safe side: a letter, the padding at both sides, the gap to the next one, '+9'. */
const LETTER = 6.6
const PADDING = 12
const GAP = 4
const MORE = 24

/** Puts widths one after another into lines of that room; answers how many fit. */
const countFitting = (widths: readonly number[], room: number, lines: number): number => {
  let line = 1
  let used = 0
  for (const [at, width] of widths.entries()) {
    const needed = Math.min(width, room)
    if (used > 0 && used + GAP + needed > room) {
      line += 1
      used = 0
    }
    if (line > lines) return at
    used += (used > 0 ? GAP : 0) + needed
  }
  return widths.length
}

/**
 * How many of these labels fit whole into this many lines of `room` pixels each, leaving room for the number of the
 * rest. It estimates by letters instead of measuring, because boards and tables draw hundreds of labels. The first is
 * always shown.
 */
export const fittingLabels = (names: readonly string[], room: number, lines: number): number => {
  const widths = names.map((name) => name.length * LETTER + PADDING)
  if (countFitting(widths, room, lines) === names.length) return names.length
  for (let shown = names.length - 1; shown > 1; shown -= 1)
    if (countFitting([...widths.slice(0, shown), MORE], room, lines) === shown + 1) return shown
  return Math.min(1, names.length)
}
