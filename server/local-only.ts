import type { Config } from './config.ts'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
export const isLoopbackName = (name: string): boolean => LOOPBACK_NAMES.has(name.toLowerCase())

/**
 * Whether only the server's own machine can reach it: the server is bound to loopback and has no public address, which
 * would mean that a proxy or tunnel leads other machines to it. Demo accounts and the local mailbox exist only then.
 */
export const isLocalOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopbackName(host) && publicUrl === undefined
