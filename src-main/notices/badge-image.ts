/** Each digit and the plus as 5 rows of 3 dots: the leftmost dot of a row is its highest bit. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 1, 1],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '+': [0, 2, 7, 2, 0],
}
/** Dots of the picture in each direction, as Windows shows it over the taskbar's button. */
export const BADGE_SIZE = 16
const RED = [0x2f, 0x2f, 0xd3, 0xff] as const
const WHITE = [0xff, 0xff, 0xff, 0xff] as const

/** The text in a picture of that size: more than 9 is '9+'. */
export const badgeText = (count: number): string => (count > 9 ? '9+' : String(count))

/** A red disc with the number in white: BADGE_SIZE² dots of four bytes each (blue, green, red, opacity), row by row. */
export const badgeBitmap = (count: number): Uint8Array => {
  const bytes = new Uint8Array(BADGE_SIZE * BADGE_SIZE * 4)
  const paint = (x: number, y: number, colour: readonly number[]) => bytes.set(colour, (y * BADGE_SIZE + x) * 4)
  const middle = (BADGE_SIZE - 1) / 2
  for (let y = 0; y < BADGE_SIZE; y += 1)
    for (let x = 0; x < BADGE_SIZE; x += 1)
      if ((x - middle) ** 2 + (y - middle) ** 2 <= (BADGE_SIZE / 2) ** 2) paint(x, y, RED)
  const text = badgeText(count)
  // One digit is drawn at twice the size of two.
  const scale = text.length === 1 ? 2 : 1
  const left = Math.floor((BADGE_SIZE - (text.length * 4 - 1) * scale) / 2)
  const top = Math.floor((BADGE_SIZE - 5 * scale) / 2)
  for (const [place, sign] of [...text].entries())
    for (const [row, dots] of (glyphs[sign] ?? []).entries())
      for (let column = 0; column < 3; column += 1)
        if (dots & (4 >> column))
          for (let dy = 0; dy < scale; dy += 1)
            for (let dx = 0; dx < scale; dx += 1)
              paint(left + (place * 4 + column) * scale + dx, top + row * scale + dy, WHITE)
  return bytes
}
