import { civic } from './civic.ts'
import { commerce } from './commerce.ts'
import { data } from './data.ts'
import { design } from './design.ts'
import { education } from './education.ts'
import { games } from './games.ts'
import { health } from './health.ts'
import { infrastructure } from './infrastructure.ts'
import { mobile } from './mobile.ts'
import { node } from './node.ts'
import { openSource } from './open-source.ts'
import { react } from './react.ts'
import type { DemoTopic } from './topic.ts'
import { writing } from './writing.ts'

export const topics: readonly DemoTopic[] = [
  design,
  react,
  writing,
  mobile,
  node,
  data,
  civic,
  openSource,
  games,
  education,
  infrastructure,
  health,
  commerce,
]
