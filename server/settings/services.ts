import { text, webAddress } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings for services of others. */
export const serviceSettings = {
  aiBaseUrl: {
    option: 'ai-base-url',
    environment: ['GUILDHALL_AI_BASE_URL'],
    help: 'An OpenAI-compatible AI endpoint (none: the local generator answers).',
    must: 'an address like https://api.example.org/v1',
    schema: webAddress.optional(),
  },
  aiKey: {
    environment: ['GUILDHALL_AI_KEY'],
    help: 'The key of the AI endpoint.',
    must: 'a text',
    isSecret: true,
    schema: text.optional(),
  },
  aiModel: {
    option: 'ai-model',
    environment: ['GUILDHALL_AI_MODEL'],
    help: 'The model of the AI endpoint.',
    must: 'a text',
    schema: text.optional(),
  },
  analyticsUrl: {
    option: 'analytics-url',
    environment: ['GUILDHALL_ANALYTICS_URL'],
    help: 'Where the web build may send usage events, if it was built to send any (none: pages reach no other host).',
    must: 'an address like https://events.example.org',
    schema: webAddress.optional(),
  },
} as const satisfies Record<string, Setting>
