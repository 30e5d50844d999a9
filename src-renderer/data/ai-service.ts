import { useQuery } from '@tanstack/react-query'
import { platformQueries } from './platform.ts'

/**
 * Whether an AI service answers this server's AI calls. Without one the server adds no words of its own, and screens
 * say so. A server that does not say is assumed to have one.
 */
export const useHasAiService = (): boolean => useQuery(platformQueries.health()).data?.ai !== 'local'
