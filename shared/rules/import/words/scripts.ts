/*
 * How likely a text is in an encoding: its letters outside ASCII are weighed by how common they are in the languages that are
 * written with it. The alphabets have the most common letters first.
 */

const latin = ['äüößé', 'éèàêçâîôùûëïœ', 'óíáéñúü¿¡', 'ãçáéíóêõâúàô', 'àèòéùì', 'éëïèöü', 'åäö', 'æøåé', 'íáðæþéóúýö']
const central = ['łąęóśżćńź', 'íáéěýřčšžůúťďňó', 'áéöóőíüúű', 'šžčćđ', 'ăîțșâţş', 'áíéčšžýúľťňôäďĺŕó', 'äüöß']
const cyrillic = [
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ',
  'оанивтерсклудмпізяьгбчйхцїєюжшщфґ',
  'аеоитнрсвлкдпмзъгбучщцжшяйхфюь',
  'аоиенрстјвкдулпмзгбчшцжћљњхђфџ',
]
const alphabets: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': latin,
  macintosh: latin,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  ibm866: cyrillic,
  'windows-1253': ['αοιετσνηυρπκμλςίάόέδγήωύχθώφβξζψϊϋΐΰ'],
  'windows-1254': ['ıişüğöçâî'],
  'windows-1255': ['יוהלאתרשבמנעםדקחפטכגןסצזךץף'],
  'windows-1256': ['اليمنورتبةعدسفكقحجشطصىخضذزئءغثظؤآأإپچژگ'],
  'windows-1257': ['ėšųįąžūęč', 'āīēšūļķģčžņ', 'äõüöšž'],
  'windows-1258': ['đươăâêô'],
}
const weights = new Map(
  Object.entries(alphabets).map(([encoding, languages]) => [
    encoding,
    languages.map((letters) => new Map([...letters].map((letter, at, all) => [letter, 1 - (0.6 * at) / all.length]))),
  ]),
)
/** Signs that every language prints. */
const SIGNS = /[“”‘’„‚«»‹›–—…€£§°•·©®™×½¼¾²³\u00a0\u200e\u200f]|\p{Mn}/u

const MIXED =
  /[A-Za-z](?=[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}])|[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}](?=[A-Za-z])/gu
/**
 * Letters that are where no language has them: a capital or a sign within a word, two scripts in one word, controls, and what is no
 * character at all.
 */
const oddities = (text: string): number =>
  (text.match(MIXED)?.length ?? 0) +
  (text.match(/\p{Ll}\p{Lu}(?=\p{Ll})/gu)?.length ?? 0) +
  (text.match(/\p{L}[^\p{L}\p{M}\p{N}\s'’.,;:|"\-_/@()&+*!?=<>[\]{}#%~\\]\p{L}/gu)?.length ?? 0) +
  (text.match(/[\u0080-\u009f\ufffd]/g)?.length ?? 0) * 3

const scoreOfLetters = (encoding: string, text: string): number => {
  const letters = [...text.toLowerCase()].filter((letter) => letter > '\u007f' && !SIGNS.test(letter))
  if (letters.length === 0) return encoding === 'windows-1252' ? 0.5 : 0.3
  const languages = weights.get(encoding) ?? []
  const best = Math.max(
    ...languages.map((known) => letters.reduce((sum, letter) => sum + (known.get(letter) ?? -0.3), 0)),
  )
  return best / letters.length - (oddities(text) * 0.8) / letters.length
}

const kanji =
  '的一是不在了有人我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴衣续低示列标划款状态负责优先级描述签行截止期购买漆船绳票涂完成待办任务题'
const japanese =
  '日本人大年一国中会事出時行見月分後前生間上東方入今金話手何私自家下気小的言女思力来作田学高長子体理場全新立代目発電同社化内地定業要用動明実部対表関作業完了担当者期限件名優先度状態高低説明未着手進行中確認帆船塗装購買切符'
const hangul =
  '이다는의가을에로하지고한은도사리기를어나자대시서해아인일제정부수보전그스만과주상구라원장동여으세성관공경국소게들학조신민오비위선안요방우무진문교중러있것였했습니까되면없같많않년월명모든생각할때거할완료진행담당자마감작업구매페인트배밧줄표상태제목설명우선순위높음낮음보통'
const commons: Readonly<Record<string, ReadonlySet<string>>> = {
  gbk: new Set(kanji),
  big5: new Set(
    '的一是不在了有人我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東標題狀態負責優先級描述標籤行截止期購買油漆船繩票完成待辦任務',
  ),
  shift_jis: new Set(japanese),
  'euc-jp': new Set(japanese),
  'euc-kr': new Set(hangul),
}

const scoreOfSigns = (encoding: string, text: string): number => {
  const letters = [...text].filter((letter) => letter > '\u007f' && !/[、。「」（）：！？，；《》“”…—·・]/.test(letter))
  if (letters.length === 0) return 0
  const common = commons[encoding]
  const weigh = (letter: string): number => {
    if (letter === '\ufffd' || (letter >= '\ue000' && letter <= '\uf8ff')) return -2
    if ((encoding === 'shift_jis' || encoding === 'euc-jp') && /[\u3041-\u30ff]/.test(letter)) return 1
    // Half-width kana are what single bytes of other encodings look like.
    if (/[\uff61-\uff9f]/.test(letter)) return -0.5
    if (common?.has(letter)) return 1
    const isOwn = encoding === 'euc-kr' ? /[\uac00-\ud7a3]/.test(letter) : /[\u4e00-\u9fff]/.test(letter)
    return isOwn ? 0.25 : -0.3
  }
  return letters.reduce((sum, letter) => sum + weigh(letter), 0) / letters.length
}

/** How well bytes read as text of an encoding: 1 where every letter is a common one, below 0 for nonsense. */
export const scoreOf = (encoding: string, bytes: Uint8Array): number => {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true })
  return encoding in commons ? scoreOfSigns(encoding, text) : scoreOfLetters(encoding, text)
}
