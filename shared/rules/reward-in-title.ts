import { readReward } from './typed-reward.ts'

/**
 * The reward at the end of a typed title, with the sign or code of the project's currency: 'Fix the legend $40'. Null where
 * there is none; then the whole text is the title.
 */
export const rewardInTitle = (text: string, currency: string): { title: string; amountCents: number } | null => {
  const [, title = '', last = ''] = /^(.*\S)\s+(\S+)$/su.exec(text.trim()) ?? []
  // A number alone is part of the title: 'Print page 40'.
  if (/^[\d.,]*$/.test(last)) return null
  const read = readReward(last, currency)
  return 'cents' in read ? { title, amountCents: read.cents } : null
}
