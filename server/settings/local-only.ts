import type { Config } from './config.ts'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
export const isLoopbackName = (name: string): boolean => LOOPBACK_NAMES.has(name.toLowerCase())

/**
 * Whether only the server's own machine can reach it: bound to loopback and without a public address, which would mean
 * a proxy or tunnel. Demo accounts and the local mailbox exist only then.
 */
export const isLocalOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopbackName(host) && publicUrl === undefined
