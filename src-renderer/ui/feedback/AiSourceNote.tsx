import type { AiSource } from '#shared/contract/index.ts'

const texts: Readonly<Record<AiSource, string>> = {
  endpoint: 'Written by the AI service of this server. Please check it before you save.',
  local: 'Filled in from your own words; no AI service is set up here. What you did not say is left to you.',
}
const tasks: Readonly<Record<AiSource, string>> = {
  endpoint: texts.endpoint,
  local: 'Usual tasks of such a project, from a written plan; no AI service is set up here.',
}

/** Says who wrote the answer of an AI call: an AI service, or the person's own words. */
export const AiSourceNote = ({ source }: { source: AiSource }) => <span>{texts[source]}</span>

/** The same for suggested tasks, which come from written plans where there is no AI service. */
export const TaskSourceNote = ({ source }: { source: AiSource }) => <span>{tasks[source]}</span>
