import type { ReactNode } from 'react'

/**
 * One picture for each kind of emptiness, in a view box of 200 by 130. `EmptyPicture` takes the classes' colours from
 * the theme: `sheet` is paper, `tint` and `accent` its colour, `line` and `soft` its strokes.
 */
const card = (x: number, y: number, width = 46) => (
  <>
    <rect className="sheet" x={x} y={y} width={width} height="26" rx="5" />
    <path className="line" d={`M${x + 8} ${y + 10}h${width - 22}M${x + 8} ${y + 18}h${width - 30}`} />
  </>
)
const head = (x: number, y: number, className: string) => (
  <>
    <circle className={className} cx={x} cy={y} r="11" />
    <path className={className} d={`M${x - 20} ${y + 36}c0-13 9-20 20-20s20 7 20 20z`} />
  </>
)
const tick = (x: number, y: number, radius = 12) => (
  <>
    <circle className="accent" cx={x} cy={y} r={radius} />
    <path
      className="on-accent"
      d={`m${x - radius * 0.4} ${y} ${radius * 0.3} ${radius * 0.34} ${radius * 0.55}-${radius * 0.64}`}
    />
  </>
)
const sheet = (
  <path
    className="sheet"
    d="M68 22h48l20 20v64a6 6 0 0 1-6 6H68a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6zM116 22v14a6 6 0 0 0 6 6h14"
  />
)

export const emptyPictures = {
  tasks: (
    <>
      <rect className="tint" x="38" y="22" width="36" height="88" rx="6" />
      <rect className="tint" x="82" y="22" width="36" height="88" rx="6" />
      <rect className="tint" x="126" y="22" width="36" height="88" rx="6" />
      {card(40, 30, 32)}
      <rect className="dashed" x="84" y="30" width="32" height="26" rx="5" />
      <path className="accent-line" d="M100 37v12M94 43h12" />
    </>
  ),
  projects: (
    <>
      <path className="sheet" d="M44 40a6 6 0 0 1 6-6h32l10 12h58a6 6 0 0 1 6 6v52a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" />
      <path className="tint" d="M44 58h112v46a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" />
      <path className="accent-line" d="M100 72v24M88 84h24" />
    </>
  ),
  idea: (
    <>
      <path className="sheet" d="M100 18a32 32 0 0 1 18 58c-4 3-5 7-5 12H87c0-5-1-9-5-12a32 32 0 0 1 18-58z" />
      <path className="accent-line" d="M89 56l8 9 14-18" />
      <path className="line" d="M89 97h22M92 106h16" />
      <path className="accent-line" d="M48 52H38M58 26l-8-7M152 52h10M142 26l8-7" />
    </>
  ),
  drafts: (
    <>
      {sheet}
      <path className="line" d="M76 58h44M76 72h30M76 86h18" />
      <path className="accent" d="M142 60l10 10-34 34-13 3 3-13z" />
    </>
  ),
  completed: (
    <>
      <path className="tint" d="M82 76l-12 36 20-8 10 10 10-10 20 8-12-36z" />
      <circle className="sheet" cx="100" cy="56" r="34" />
      {tick(100, 56, 20)}
    </>
  ),
  archive: (
    <>
      <path className="sheet" d="M50 56h100v48a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6z" />
      <rect className="tint" x="42" y="34" width="116" height="24" rx="6" />
      <path className="accent-line" d="M86 76h28" />
    </>
  ),
  files: (
    <>
      {sheet}
      <path className="accent-line" d="M99 92V62M86 74l13-13 13 13" />
    </>
  ),
  payments: (
    <>
      {sheet}
      <path className="line" d="M76 56h30M76 70h22M76 84h26" />
      <circle className="accent" cx="134" cy="86" r="21" />
      <path className="on-accent" d="M134 74v24M140 79c-2-3-12-4-12 2 0 7 13 3 13 10 0 6-11 5-14 1" />
    </>
  ),
  requests: (
    <>
      <rect className="sheet" x="46" y="36" width="108" height="72" rx="7" />
      <path className="line" d="M49 42l51 38 51-38" />
      <circle className="accent" cx="150" cy="40" r="15" />
      <path className="on-accent" d="M150 33v14M143 40h14" />
    </>
  ),
  nothingFound: (
    <>
      {card(44, 26, 60)}
      {card(44, 58, 60)}
      {card(44, 90, 60)}
      <path className="handle" d="M142 86l18 18" />
      <circle className="lens" cx="122" cy="66" r="27" />
      <path className="accent-line" d="M112 66h20" />
    </>
  ),
  inbox: (
    <>
      <path className="sheet" d="M58 40h84l18 36v28a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V76z" />
      <path className="tint" d="M40 76h32c2 10 10 14 28 14s26-4 28-14h32v28a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6z" />
      {tick(100, 46, 20)}
    </>
  ),
  work: (
    <>
      <rect className="sheet" x="56" y="22" width="88" height="90" rx="7" />
      {[42, 67, 92].map((y) => (
        <g key={y}>
          {tick(74, y, 8)}
          <path className="line" d={`M92 ${y}h36`} />
        </g>
      ))}
    </>
  ),
  saved: (
    <>
      {card(38, 38, 56)}
      {card(38, 72, 56)}
      <path className="accent" d="M112 28h40a5 5 0 0 1 5 5v70l-25-18-25 18V33a5 5 0 0 1 5-5z" />
    </>
  ),
  people: (
    <>
      {head(72, 54, 'tint')}
      {head(132, 54, 'dashed')}
      {head(102, 62, 'sheet')}
      <path className="accent-line" d="M152 28v16M144 36h16" />
    </>
  ),
  progress: (
    <>
      <path className="line" d="M46 24v86h112" />
      <rect className="tint" x="58" y="82" width="20" height="24" rx="3" />
      <rect className="tint" x="88" y="66" width="20" height="40" rx="3" />
      <rect className="dashed" x="118" y="44" width="20" height="62" rx="3" />
      <path className="accent-line" d="M58 66l28-18 22 6 34-26" />
    </>
  ),
  trash: (
    <>
      <path className="sheet" d="M64 46h72l-6 60a6 6 0 0 1-6 5H76a6 6 0 0 1-6-5z" />
      <path className="accent-line" d="M56 44h88M86 44v-8a5 5 0 0 1 5-5h18a5 5 0 0 1 5 5v8" />
      <path className="line" d="M88 60l2 36M112 60l-2 36" />
    </>
  ),
  history: (
    <>
      <path className="line" d="M62 26v86" />
      <circle className="accent" cx="62" cy="38" r="7" />
      <circle className="tint" cx="62" cy="68" r="7" />
      <circle className="tint" cx="62" cy="98" r="7" />
      {card(82, 26, 72)}
      <rect className="dashed" x="82" y="58" width="72" height="22" rx="5" />
      <rect className="dashed" x="82" y="88" width="72" height="22" rx="5" />
    </>
  ),
  unknown: (
    <>
      <path className="line" d="M100 20v92" />
      <path className="sheet" d="M64 28h72l14 13-14 13H64a4 4 0 0 1-4-4V32a4 4 0 0 1 4-4z" />
      <path className="tint" d="M136 62H70L56 75l14 13h66a4 4 0 0 0 4-4V66a4 4 0 0 0-4-4z" />
      <path className="accent-line" d="M94 37c0-7 13-7 13 0 0 5-6 4-6 8M101 49v1" />
    </>
  ),
  closed: (
    <>
      <path className="sheet" d="M58 112V58a42 42 0 0 1 84 0v54z" />
      <path className="tint" d="M72 112V60a28 28 0 0 1 56 0v52z" />
      <rect className="accent" x="86" y="70" width="28" height="22" rx="5" />
      <path className="accent-line" d="M92 70v-6a8 8 0 0 1 16 0v6" />
    </>
  ),
  unreachable: (
    <>
      <path className="sheet" d="M66 92a22 22 0 0 1 0-44 34 34 0 0 1 65-4 24 24 0 0 1 5 48z" />
      <path className="accent-line" d="M92 58l18 20M110 58l-18 20" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>
export type EmptyKind = keyof typeof emptyPictures
