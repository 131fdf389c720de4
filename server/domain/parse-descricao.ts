import { descricaoOf, type Campo, type Descricao } from './descricao.ts'
import { checkEvento, eraseAt, MINUTOS_MAX, type Evento, type EventoIssue } from './evento.ts'
import { quandoOf, stampOf } from './quando.ts'
import { cleanText } from './text.ts'

/** A sentence for each field that was not accepted. */
export type DescricaoErrors = Partial<Record<Campo, string>>

/** The longest text, in characters: pages hold it, and a form of such texts is no larger than any other. */
export const TEXTO_MAX = 100

/** The same of who signs a certificate, and of their office: a line under a signature holds it. */
export const ASSINATURA_MAX = 60

const EMPTY = {
  anfitriao: 'Escreva quem convida.',
  ocasiao: 'Escreva a ocasião.',
  titulo: 'Escreva o título.',
  local: 'Escreva o local.',
  cidade: 'Escreva a cidade.',
  contato: 'Escreva um WhatsApp ou um e-mail.',
} satisfies DescricaoErrors

const TEXTS = Object.keys(EMPTY) as (keyof typeof EMPTY)[]
const isText = (campo: string): campo is keyof typeof EMPTY => Object.hasOwn(EMPTY, campo)

const NO_SUCH_DAY = 'Esta data não existe: confira o dia e o mês.'
const DAY_MS = 86_400_000

/**
 * Reads what the form says. A date is `2027-09-16`, or `16/09/2027` where a browser has no field for dates; an hour is
 * `19:30`, `19h30` or `19h`. The rules of the event are those of `evento.ts`.
 * @param zone the offset of its clock, as `-03:00`
 * @param stored the event the form was made from: a date that was not touched stays as it is, seconds and all
 */
export function parseDescricao(
  typed: Descricao,
  zone: string,
  stored: Evento | null = null,
): { kind: 'ok'; evento: Evento } | { kind: 'invalid'; errors: DescricaoErrors } {
  const errors: DescricaoErrors = {}
  const textIn = (name: Campo, most: number) => {
    const clean = cleanText(typed[name])
    if (clean === null) errors[name] = 'Há um sinal que não dá para gravar. Escreva de novo.'
    else if (clean.length > most) errors[name] = `São mais de ${most} letras. Encurte um pouco.`
    return clean ?? ''
  }
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textIn(name, TEXTO_MAX)]))
  const assinaturas = (['1', '2'] as const).flatMap((n) => {
    const [nome, cargo] = [textIn(`assina-${n}`, ASSINATURA_MAX), textIn(`cargo-${n}`, ASSINATURA_MAX)]
    if (nome === '' && cargo !== '') errors[`assina-${n}`] ??= 'Escreva quem assina, ou apague o cargo.'
    return nome === '' ? [] : [{ nome, cargo }]
  })
  const minutos = minutosIn(typed.carga)
  if (minutos === null) errors.carga = 'Escreva a carga horária como 2h30, ou deixe em branco.'
  const shown = descricaoOf(stored)
  const moment = (name: 'inicio' | 'fim' | 'ate') => {
    const [dia, hora] = [dayIn(typed[`${name}-dia`]), hourIn(typed[`${name}-hora`])]
    if (dia === null)
      errors[`${name}-dia`] = typed[`${name}-dia`].trim()
        ? 'Escreva a data como 16/09/2027.'
        : 'Falta a data.'
    if (hora === null)
      errors[`${name}-hora`] = typed[`${name}-hora`].trim() ? 'Escreva a hora como 19h30.' : 'Falta a hora.'
    const isAsShown = dia === shown[`${name}-dia`] && hora === shown[`${name}-hora`]
    const kept = isAsShown ? stored?.[name === 'ate' ? 'inscricoesAte' : name] : undefined
    return kept ?? `${dia ?? ''}T${hora ?? '00:00'}:00${zone}`
  }
  const raw = {
    ...texts,
    inicio: moment('inicio'),
    fim: moment('fim'),
    ...(typed.ate === 'data' && { inscricoesAte: moment('ate') }),
    diasAteApagar: /^\d{1,4}$/.test(typed.dias.trim()) ? Number(typed.dias) : 0,
    ...(typed.nomes === 'nao' && { nomesNaMesa: false }),
    ...(assinaturas.length > 0 && { assinaturas }),
    ...(typeof minutos === 'number' && { minutos }),
  }
  const checked = checkEvento(raw)
  if (checked.kind === 'ok' && Object.keys(errors).length === 0) return checked
  const issues = checked.kind === 'ok' ? [] : checked.issues
  return { kind: 'invalid', errors: withIssues(errors, issues, raw) }
}

/** The sentences for what the rules of the event say, each at its field; those that are there stay. */
function withIssues(
  errors: DescricaoErrors,
  issues: EventoIssue[],
  raw: Pick<Evento, 'inicio' | 'fim' | 'diasAteApagar'>,
): DescricaoErrors {
  const told: DescricaoErrors = { ...errors }
  for (const { campo, isOfSeveral } of issues) {
    if (isOfSeveral) continue
    if (campo === 'inicio') told['inicio-dia'] ??= NO_SUCH_DAY
    if (campo === 'fim') told['fim-dia'] ??= NO_SUCH_DAY
    if (campo === 'inscricoesAte') told['ate-dia'] ??= NO_SUCH_DAY
    if (campo === 'diasAteApagar') told.dias = 'Escreva quantos dias, de 1 a 3650.'
    if (isText(campo)) told[campo] ??= EMPTY[campo]
  }
  const isAny = (...names: Campo[]) => names.some((name) => told[name])
  if (isAny('inicio-dia', 'inicio-hora', 'fim-dia', 'fim-hora')) return told
  const several = issues.filter(({ isOfSeveral }) => isOfSeveral).map(({ campo }) => campo)
  if (several.includes('fim')) told['fim-hora'] = endsEarly(raw)
  else if (several.includes('inscricoesAte') && !isAny('ate-dia', 'ate-hora', 'dias'))
    told['ate-dia'] = closesLate(raw)
  return told
}

function endsEarly({ inicio, fim }: Pick<Evento, 'inicio' | 'fim'>): string {
  const said =
    Date.parse(fim) === Date.parse(inicio) ? 'O fim é a hora do começo.' : 'O fim vem antes do começo.'
  if (inicio.slice(0, 10) !== fim.slice(0, 10)) return said
  const [ano, mes, dia] = stampOf(inicio, Date.parse(inicio) + DAY_MS)
    .slice(0, 10)
    .split('-')
  return `${said} Se passa da meia-noite, a data do fim é ${dia}/${mes}/${ano}.`
}

function closesLate(raw: Pick<Evento, 'inicio' | 'fim' | 'diasAteApagar'>): string {
  const { dia, mes, ano, hora } = quandoOf(raw.inicio, eraseAt(raw) - DAY_MS)
  return `As inscrições fecham ao menos um dia antes de os dados se apagarem: até ${dia} de ${mes} de ${ano}, ${hora}.`
}

/** @returns `2027-09-16`, which may be no day of the calendar; null for what is no date */
function dayIn(raw: string): string | null {
  const [, ano, mes, dia] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(raw.trim()) ?? []
  if (ano !== undefined) return `${ano}-${mes}-${dia}`
  const [, d, m, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-]([1-9]\d{3})$/.exec(raw.trim()) ?? []
  return year === undefined ? null : `${year}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
}

/** @returns `19:30` */
function hourIn(raw: string): string | null {
  const [, hora, minuto] = /^([01]?\d|2[0-3])\s*[:h]\s*([0-5]\d)?(?::00)?$/i.exec(raw.trim()) ?? []
  return hora === undefined ? null : `${hora.padStart(2, '0')}:${minuto ?? '00'}`
}

/** The minutes of `2h30`, `2h`, `2` or `45 min`; undefined of a blank, null of what is no workload. */
function minutosIn(raw: string): number | null | undefined {
  const typed = raw.trim().toLowerCase()
  if (typed === '') return undefined
  const [, short] = /^(\d{1,5})\s*min(?:utos?)?$/.exec(typed) ?? []
  const [, hours, rest] =
    /^(\d{1,4})\s*(?:(?:h|:|horas?)\s*(?:e\s*)?([0-5]\d)?(?:\s*min)?)?$/.exec(typed) ?? []
  const minutos = short === undefined ? Number(hours) * 60 + Number(rest ?? 0) : Number(short)
  return minutos >= 1 && minutos <= MINUTOS_MAX ? minutos : null
}
