import { expect, test } from 'vitest'
import { isPlainText } from './markdown.ts'

test.each([
  'Draw the map of the harbour.',
  'Two lines,\nand a third.\n\nAnother paragraph (with brackets), 50 % done: “fine”.',
  'A price of $20 - or 1.5 times as much; e.g. so!',
])('%j is drawn as it was typed', (text) => expect(isPlainText(text)).toBe(true))

test.each([
  '# Heading',
  '**bold** words',
  '- a line\n- another',
  '1. first',
  'Heading\n---',
  '    code',
  'see https://guildhall.test',
  'see www.guildhall.test',
  'ask @lena',
  'like #12',
  '[a link](https://guildhall.test)',
  'a break  \nhere',
  'a\n\n\nwide gap',
  '&amp; <b>',
  'a | b',
])('%j has something for Markdown to draw', (text) => expect(isPlainText(text)).toBe(false))
