import { brand } from '#shared/brand.ts'
import { beginningOf } from '#shared/rules/cut.ts'
import { html } from './html.ts'

/** The texts of the picture that other sites show beside a link. */
export type Card = { id: string; title: string; line: string; below: string }

const LINE_UNITS = 30
const LINES_MAX = 3
/** How wide a letter is, roughly: those of East Asia and emoji take two places. */
const unitsOf = (letter: string): number =>
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(letter) ? 2 : 1

/** The lines of a title, broken at spaces where there are some; what finds no room ends in an ellipsis. */
const linesOf = (title: string): string[] => {
  const lines: string[] = ['']
  let units = 0
  const add = (text: string, width: number) => {
    lines[lines.length - 1] += text
    units += width
  }
  for (const word of title
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
    .split(/(?<= )/)) {
    const width = [...word].reduce((sum, letter) => sum + unitsOf(letter), 0)
    if (units > 0 && units + width > LINE_UNITS + 1) {
      lines.push('')
      units = 0
    }
    for (const letter of word) {
      if (units >= LINE_UNITS + 1) {
        lines.push('')
        units = 0
      }
      add(letter, unitsOf(letter))
    }
    if (lines.length > LINES_MAX) break
  }
  const shown = lines.slice(0, LINES_MAX).map((line) => line.trimEnd())
  return lines.length > LINES_MAX ? shown.with(-1, `${beginningOf(shown.at(-1) ?? '', LINE_UNITS - 2)}…`) : shown
}

const TINTS = ['#15703c', '#1d5fa8', '#8a3b8f', '#a04a12', '#0f6f74', '#7a5a00', '#a12c4b', '#4b4fb0']
const BARS = 12

/** A drawing of 1200 by 630: the title, what it pays, and a skyline whose roofs and tint come of the ID. */
export const svgOf = ({ id, title, line, below }: Card): string => {
  const digits = [...id.replaceAll('-', '')].map((digit) => Number.parseInt(digit, 16) || 0)
  const tint = TINTS[(digits.at(-1) ?? 0) % TINTS.length] ?? ''
  const width = 1200 / BARS
  const roofs = Array.from({ length: BARS }, (_, at) => {
    const height = 24 + (digits.at(-2 - at) ?? 0) * 6
    return html`<rect
      x="${at * width}"
      y="${630 - height}"
      width="${width - 4}"
      height="${height}"
      fill="${tint}"
      opacity="${at % 2 === 0 ? '0.9' : '0.6'}"
    />`
  })
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <rect width="1200" height="630" fill="#fafafa" />
    <rect width="1200" height="12" fill="${tint}" />
    ${roofs}
    <g font-family="Inter, Helvetica, Arial, DejaVu Sans, sans-serif" fill="#1b1d23">
      ${linesOf(title).map((text, at) => html`<text x="64" y="${132 + at * 76}" font-size="62" font-weight="700">${text}</text>`)}
      <text x="64" y="390" font-size="44" fill="${tint}" font-weight="700">${line}</text>
      <text x="64" y="446" font-size="30" fill="#5b6070">${below}</text>
      <text x="1136" y="84" font-size="28" text-anchor="end" fill="#5b6070">${brand.name}</text>
    </g>
  </svg>`.text
}
