import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type WithAxe = { axe?: { run: (part: Document, options: RunOptions) => Promise<AxeResults> } }

/**
 * What axe finds on a page, each as its rule and the elements at fault. `rules` names the rules to run; without it axe runs all. Axe is
 * read once for each document, because reading it takes as long as running it.
 */
export const axeFindings = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  // Axe describes each element that it finds fault with, but not each one that is as it should be.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  }
  return page.evaluate(async (given) => {
    const { axe } = window as WithAxe
    if (!axe) throw new Error('axe is not there')
    const { violations } = await axe.run(document, given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, options)
}
