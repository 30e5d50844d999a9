import type { EmotionCache } from '@emotion/react'

/** The number of rules in one <style> element. */
const RULES_MAX = 60

type Sheet = EmotionCache['sheet']
const isParted = new WeakSet<Sheet>()

/**
 * Makes emotion spread its rules over several <style> elements instead of one. When an element gets a rule with a media
 * query or an animation (the first menu or dialog of its kind has some), Chromium recalculates everything that any rule
 * of that element applies to: with one element, the whole page.
 */
export const partStyles = (sheet: Sheet): void => {
  if (isParted.has(sheet)) return
  isParted.add(sheet)
  const insert = sheet.insert.bind(sheet)
  sheet.insert = (rule) => {
    // Emotion begins another element whenever this is 0.
    if (sheet.ctr >= RULES_MAX) sheet.ctr = 0
    insert(rule)
  }
}
