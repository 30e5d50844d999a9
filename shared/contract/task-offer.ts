import { z } from 'zod'
import { time } from './common.ts'

export const offerModes = ['assigned', 'apply', 'claim'] as const
export const offerTakers = ['anyone', 'tier', 'known', 'newcomers', 'members'] as const
export const aiRules = ['any', 'declare', 'none'] as const

/** What a hand-in says of generators. */
export const aiUses = ['none', 'some', 'mostly'] as const
export type AiUse = (typeof aiUses)[number]

export type OfferTakers = (typeof offerTakers)[number]
export type AiRule = (typeof aiRules)[number]

/** The fewest and the most days of each term of an offer, and those of one that names none. */
export const OFFER_DAYS = {
  leaseDays: { min: 1, max: 30, usual: 7 },
  reviewDays: { min: 3, max: 30, usual: 14 },
  payDays: { min: 1, max: 60, usual: 14 },
} as const

const aDay = (description: string, example: number) => z.int().meta({ description, examples: [example] })

/** What a task's offer promises, as the task itself answers it. */
export const taskOffer = z
  .object({
    amountCents: z
      .int()
      .meta({ description: 'Hundredths of the currency; 0 for reputation alone.', examples: [40000] }),
    currency: z.string().meta({ description: 'The project’s currency: ISO 4217.', examples: ['USD'] }),
    mode: z.enum(offerModes).meta({ description: 'How somebody comes to it.', examples: ['claim'] }),
    takers: z.enum(offerTakers).meta({ description: 'Who may take it.', examples: ['anyone'] }),
    minTier: z
      .enum(['basic', 'bronze', 'silver', 'gold'])
      .nullable()
      .meta({ description: 'The least tier, where `takers` is `tier`; else null.', examples: ['silver'] }),
    skills: z
      .array(z.string())
      .meta({ description: 'The skills it asks for; with none of its own the project’s.', examples: [['Maps']] }),
    leaseDays: aDay('For how many days it is whose it is.', OFFER_DAYS.leaseDays.usual),
    reviewDays: aDay('Within how many days a hand-in is answered.', OFFER_DAYS.reviewDays.usual),
    payDays: aDay('Within how many days it is paid.', OFFER_DAYS.payDays.usual),
    aiRule: z.enum(aiRules).meta({ description: 'Whether generators may be used.', examples: ['declare'] }),
    version: z.int().meta({ description: 'Counts changes; sent back with an edit.', examples: [1] }),
    madeAt: time,
  })
  .meta({ id: 'TaskOffer', description: 'What a task is worth, and under which terms.' })
export type TaskOffer = z.output<typeof taskOffer>
