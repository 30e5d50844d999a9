#!/usr/bin/env node
// The first file of the server's build, out/server/main.js.
import { fileURLToPath } from 'node:url'
import { handOver } from './own-node.mjs'

if (!handOver(fileURLToPath(new URL('../..', import.meta.url)))) await import('../server/main.ts')
