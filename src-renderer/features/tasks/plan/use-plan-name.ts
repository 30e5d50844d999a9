import { useHasAiService } from '#data/ai-service.ts'

/** The name of the plan's dialog and of the button that opens it, which promises no AI where there is none. */
export const usePlanName = (): string => (useHasAiService() ? 'Plan with AI' : 'Suggested tasks')
