import { Box } from '@mui/material'
import { weight } from '#ui/look/tokens.ts'

const v = (name: string) => `var(--mui-palette-${name})`
const tint = (percent: number) => `color-mix(in srgb, ${v('primary-main')} ${percent}%, ${v('background-paper')})`

type TaskCard = {
  x: number
  y: number
  lines: readonly [string, string?]
  tags: string
  person: string
  isDone?: boolean
}
const tasks: readonly TaskCard[] = [
  { x: 60, y: 214, lines: ['Draw the harbour', 'icon set'], tags: 'Design', person: '#c26d3f' },
  { x: 60, y: 306, lines: ['Tide tables for', 'twelve ports'], tags: 'Data', person: '#5a6fd0' },
  { x: 60, y: 398, lines: ['Screen reader', 'pass'], tags: 'Access', person: '#8a5aa8' },
  { x: 243, y: 214, lines: ['Offline map tiles'], tags: 'React', person: '#2f8f83' },
  { x: 426, y: 214, lines: ['Name and', 'wordmark'], tags: 'Brand', person: '#c26d3f', isDone: true },
  { x: 426, y: 306, lines: ['Import charts'], tags: 'Node.js', person: '#2f8f83', isDone: true },
]

/** A picture of our own: a project's board inside a hall, with a task on its way to done. */
export const HeroPicture = () => (
  <Box
    component="svg"
    viewBox="0 0 640 600"
    role="img"
    aria-label="A project board with three columns; a finished task moves to Done and earns its contributor reputation."
    sx={{
      width: '100%',
      height: 'auto',
      display: 'block',
      overflow: 'visible',
      fontFamily: 'inherit',
      '& .panel': { fill: v('background-paper'), stroke: v('divider') },
      '& .card': { fill: v('background-paper'), stroke: v('divider') },
      '& .well': { fill: v('background-default') },
      '& .ink': { fill: v('text-primary') },
      '& .soft': { fill: v('text-secondary') },
      '& .accent': { fill: v('primary-main') },
      '& .on-accent': { fill: 'none', stroke: v('primary-contrastText') },
      '& .accent-line': { fill: 'none', stroke: v('primary-main') },
      '& .tag': { fill: tint(14) },
      '& .tag-text': { fill: v('primary-main') },
      '& .arch-1': { fill: tint(9) },
      '& .arch-2': { fill: tint(16) },
      '& .arch-3': { fill: tint(25) },
    }}
  >
    <defs>
      <filter id="hero-shadow" filterUnits="userSpaceOnUse" x="-60" y="-60" width="760" height="760">
        <feDropShadow dx="0" dy="14" stdDeviation="18" floodColor="#000" floodOpacity="0.13" />
      </filter>
    </defs>
    <path className="arch-1" d="M70 440V262C70 120 182 8 320 8s250 112 250 254v178z" />
    <path className="arch-2" d="M122 440V274C122 160 211 64 320 64s198 96 198 210v166z" />
    <path className="arch-3" d="M174 440V286C174 204 240 120 320 120s146 84 146 166v154z" />
    <g transform="translate(0 52)">
      <g filter="url(#hero-shadow)">
        <rect className="panel" x="36" y="112" width="568" height="404" rx="18" />
      </g>
      <circle className="accent" cx="66" cy="144" r="10" />
      <text className="ink" x="86" y="149" fontSize="15" fontWeight={weight.bold}>
        Harbour Map
      </text>
      <text className="soft" x="580" y="149" fontSize="12" textAnchor="end">
        2 of 7 done
      </text>
      <rect className="tag" x="446" y="140" width="58" height="7" rx="3.5" />
      <rect className="accent" x="446" y="140" width="17" height="7" rx="3.5" />
      <path d="M36 170H604" className="panel" />
      <Columns />
      {tasks.map((task) => (
        <Card key={task.lines[0]} {...task} />
      ))}
      <path
        className="accent-line"
        d="M330 418c34 34 70 30 100 4"
        strokeWidth="2"
        strokeDasharray="3 6"
        strokeLinecap="round"
      />
      <g transform="rotate(-5 316 350)" filter="url(#hero-shadow)">
        <Card x={247} y={312} lines={['Search by port', 'and depth']} tags="Search" person="#5a6fd0" />
      </g>
      <g filter="url(#hero-shadow)">
        <rect className="panel" x="440" y="420" width="180" height="62" rx="14" />
      </g>
      <circle className="accent" cx="472" cy="451" r="16" />
      <path
        className="on-accent"
        d="m465 451 5 5 9-10"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <text className="ink" x="498" y="447" fontSize="13" fontWeight={weight.bold}>
        +40 reputation
      </text>
      <text className="soft" x="498" y="464" fontSize="11.5">
        Task completed
      </text>
      <g filter="url(#hero-shadow)">
        <rect className="panel" x="8" y="482" width="232" height="58" rx="14" />
      </g>
      {['#c26d3f', '#5a6fd0', '#2f8f83'].map((color, index) => (
        <Person key={color} x={36 + index * 20} y={511} color={color} size={13} />
      ))}
      <text className="ink" x="104" y="508" fontSize="12.5" fontWeight={weight.bold}>
        3 people, 1 owner
      </text>
      <text className="soft" x="104" y="525" fontSize="11.5">
        no interviews
      </text>
    </g>
  </Box>
)

const Columns = () => (
  <>
    {[
      ['To do', 60],
      ['In progress', 243],
      ['Done', 426],
    ].map(([label, x]) => (
      <g key={label}>
        <rect className="well" x={Number(x) - 8} y="180" width="168" height="322" rx="12" />
        <text className="soft" x={Number(x) + 2} y="202" fontSize="11.5" fontWeight={weight.semibold}>
          {label}
        </text>
      </g>
    ))}
  </>
)

const Card = ({ x, y, lines, tags, person, isDone }: TaskCard) => (
  <g>
    <rect className="card" x={x} y={y} width="152" height="82" rx="10" />
    {lines.map((line, index) => (
      <text key={line} className="ink" x={x + 12} y={y + 22 + index * 16} fontSize="12.5" fontWeight={weight.semibold}>
        {line}
      </text>
    ))}
    <rect className="tag" x={x + 12} y={y + 54} width={tags.length * 6.4 + 14} height="18" rx="9" />
    <text className="tag-text" x={x + 19} y={y + 66.5} fontSize="10.5" fontWeight={weight.semibold}>
      {tags}
    </text>
    {isDone ? (
      <>
        <circle className="accent" cx={x + 134} cy={y + 63} r="9" />
        <path
          className="on-accent"
          d={`m${x + 130} ${y + 63} 3 3 5.5-6`}
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ) : (
      <Person x={x + 134} y={y + 63} color={person} size={9.5} />
    )}
  </g>
)

/** A head and shoulders in a circle, which is nobody in particular. */
const Person = ({ x, y, color, size }: { x: number; y: number; color: string; size: number }) => (
  <g>
    <circle cx={x} cy={y} r={size + 1.5} style={{ fill: v('background-paper') }} />
    <circle cx={x} cy={y} r={size} fill={color} />
    <circle cx={x} cy={y - size * 0.2} r={size * 0.34} fill="#fff" opacity="0.92" />
    <path
      d={`M${x - size * 0.58} ${y + size * 0.72}a${size * 0.6} ${size * 0.52} 0 0 1 ${size * 1.16} 0`}
      fill="#fff"
      opacity="0.92"
    />
  </g>
)
