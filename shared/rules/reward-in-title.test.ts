import { expect, test } from 'vitest'
import { rewardInTitle } from './reward-in-title.ts'

test.each([
  ['Fix the legend $40', 'USD', 'Fix the legend', 4_000],
  ['  Fix  the legend   $1,200.50 ', 'USD', 'Fix  the legend', 120_050],
  ['Fix the legend 40$', 'USD', 'Fix the legend', 4_000],
  ['Fix the legend 40USD', 'USD', 'Fix the legend', 4_000],
  ['Fix the legend $0', 'USD', 'Fix the legend', 0],
  ['Fix the legend €40', 'EUR', 'Fix the legend', 4_000],
  ['Fix the legend ¥1500', 'JPY', 'Fix the legend', 150_000],
])("'%s' in %s is '%s' with a reward", (text, currency, title, amountCents) => {
  expect(rewardInTitle(text, currency)).toEqual({ title, amountCents })
})

test.each([
  ['Fix the legend', 'USD'],
  ['Print page 40', 'USD'],
  ['Print page 1,200', 'USD'],
  ['$40', 'USD'],
  ['Save $40 a month', 'USD'],
  ['Fix the legend €40', 'USD'],
  ['Fix the legend $0.50', 'USD'],
  ['Fix the legend $40-60', 'USD'],
  ['Fix the legend $10,000,001', 'USD'],
  ['Fix the legend ¥15.50', 'JPY'],
  ['Write USD', 'USD'],
])("'%s' in %s is a title alone", (text, currency) => {
  expect(rewardInTitle(text, currency)).toBeNull()
})
