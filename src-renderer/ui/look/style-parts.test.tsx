import { __unsafe_useEmotionCache as useEmotionCache, type EmotionCache } from '@emotion/react'
import { renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { partStyles } from './style-parts.ts'

type Sheet = EmotionCache['sheet']
/** The sheet that the app's styles are written into. */
const ownSheet = (): Sheet => {
  const { result } = renderHook(useEmotionCache)
  if (!result.current) throw new Error('emotion has no sheet')
  return result.current.sheet
}
const write = (sheet: Sheet, rules: number) => {
  for (let n = 0; n < rules; n++) sheet.insert(`.style-parts-${n}{order:${n}}`)
}

let place: HTMLElement
beforeEach(() => {
  place = document.head.appendChild(document.createElement('div'))
})
afterEach(() => {
  place.remove()
  clearApp()
})

test('rules are spread over elements of sixty, in their order', () => {
  const Sheets = ownSheet().constructor as new (options: { key: string; container: Node; speedy: boolean }) => Sheet
  const sheet = new Sheets({ key: 'parts', container: place, speedy: true })
  partStyles(sheet)
  partStyles(sheet)
  write(sheet, 150)
  const rules = [...place.querySelectorAll('style')].map((element) => [...(element.sheet?.cssRules ?? [])])
  expect(rules.map(({ length }) => length)).toEqual([60, 60, 30])
  expect(rules.flat().map(({ cssText }) => /\d+/.exec(cssText)?.[0])).toEqual([...Array(150).keys()].map(String))
})

test("the app's own rules are", async () => {
  await renderApp('/terms')
  await screen.findByRole('heading', { level: 1 })
  const sheet = ownSheet()
  write(sheet, 150)
  expect(sheet.ctr).toBeLessThanOrEqual(60)
})
