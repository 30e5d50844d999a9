import { z } from 'zod'
import { listOf, origin } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings for how people and their browsers reach the server. */
export const webSettings = {
  publicUrl: {
    option: 'public-url',
    environment: ['GUILDHALL_PUBLIC_URL'],
    help: 'Origin that links in mails start with (the address the server listens on).',
    must: 'an origin like https://guildhall.example.org',
    schema: origin.optional(),
  },
  allowedOrigins: {
    option: 'allowed-origins',
    environment: ['GUILDHALL_ALLOWED_ORIGINS'],
    help: 'Other origins whose pages may call the server, separated by commas.',
    must: 'origins like https://guildhall.example.org, separated by commas',
    schema: listOf(origin).default([]),
  },
  trustedProxies: {
    option: 'trusted-proxies',
    environment: ['GUILDHALL_TRUSTED_PROXIES'],
    help: 'Addresses or networks of proxies whose X-Forwarded-For counts, separated by commas.',
    must: 'addresses or networks like 10.0.0.0/8, separated by commas',
    schema: listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
  },
  publicPages: {
    option: 'public-pages',
    environment: ['GUILDHALL_PUBLIC_PAGES'],
    help: 'Pages and feeds of open work for visitors: off, on, or indexed, so that search engines may list them (off).',
    must: '"off", "on" or "indexed"',
    schema: z.enum(['off', 'on', 'indexed']).default('off'),
  },
} as const satisfies Record<string, Setting>
