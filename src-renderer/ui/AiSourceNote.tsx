import type { AiSource } from '../../shared/contract/index.ts'

const texts: Readonly<Record<AiSource, string>> = {
  endpoint: 'Written by the AI service of this server. Please check it before you save.',
  local: 'Written by the built-in generator from the words of your prompt: no AI service is configured.',
}

/** Says who wrote the answer of an AI call: an AI service, or the built-in generator. */
export const AiSourceNote = ({ source }: { source: AiSource }) => <span>{texts[source]}</span>
