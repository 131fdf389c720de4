import { assuntoOf, camposOf, isAssunto, TODOS, type Assunto, type Campo } from './assuntos.ts'
import { descricaoOf, type Descricao } from './descricao.ts'
import { checkEvento, type Evento, type EventoIssue } from './evento.ts'
import { DAY_MS, dayWithHour, eraseAt, stampOf } from './quando.ts'

export type DescricaoErrors = Partial<Record<Campo, string>>

const isDate = (name: Assunto) => ['momento', 'prazo'].includes(assuntoOf(name).forma.kind)

/** The order in which errors are reported: dates come last. */
const READ = [...TODOS.filter((name) => !isDate(name)), ...TODOS.filter(isDate)]

/**
 * Reads the form. A date is `2027-09-16`, or `16/09/2027` in a browser without date fields; an hour is
 * `19:30`, `19h30` or `19h`. The event itself must follow the rules of `evento.ts`.
 * @param zone the UTC offset of its clock, such as `-03:00`
 * @param stored the event, or what is offered of the former one, that the form was made from
 */
export function parseDescricao(
  typed: Descricao,
  zone: string,
  stored: Partial<Evento> | null = null,
): { kind: 'ok'; evento: Evento } | { kind: 'invalid'; errors: DescricaoErrors } {
  const errors: DescricaoErrors = {}
  const shown = descricaoOf(stored ?? {})
  const valueOf = (name: Assunto) => {
    const campos = camposOf(name)
    return assuntoOf(name).forma.read(
      campos.map((campo) => typed[campo]),
      {
        zone,
        stored: stored && { value: stored[name], typed: campos.map((campo) => shown[campo]) },
        wrong: (at, sentence) => {
          const campo = campos[at]
          if (campo) errors[campo] ??= sentence
        },
      },
    )
  }
  const values = READ.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== undefined)
  const raw: unknown = Object.fromEntries(values)
  const checked = checkEvento(raw)
  if (checked.kind === 'ok' && Object.keys(errors).length === 0) return checked
  const issues = checked.kind === 'ok' ? [] : checked.issues
  // Rules that involve several fields are checked once each field is right by itself.
  return { kind: 'invalid', errors: withIssues(errors, issues, raw as Evento) }
}

/** Adds the sentence for each rule the event breaks to its field; sentences already there stay. */
function withIssues(errors: DescricaoErrors, issues: EventoIssue[], raw: Evento): DescricaoErrors {
  const told: DescricaoErrors = { ...errors }
  for (const { campo: name, isOfSeveral } of issues) {
    if (isOfSeveral || !isAssunto(name)) continue
    const { forma, recusa } = assuntoOf(name)
    const campo = camposOf(name)[forma.refusedAt ?? 0]
    if (campo && recusa !== undefined) told[campo] ??= recusa
  }
  const isAny = (...names: Campo[]) => names.some((name) => told[name])
  if (isAny('inicio-dia', 'inicio-hora', 'fim-dia', 'fim-hora')) return told
  const several = issues.filter(({ isOfSeveral }) => isOfSeveral).map(({ campo }) => campo)
  if (several.includes('fim')) told['fim-hora'] = endsEarly(raw)
  else if (several.includes('inscricoesAte') && !isAny('ate-dia', 'ate-hora', 'dias'))
    told['ate-dia'] = closesLate(raw)
  return told
}

function endsEarly({ inicio, fim }: Evento): string {
  const said =
    Date.parse(fim) === Date.parse(inicio) ? 'O fim é a hora do começo.' : 'O fim vem antes do começo.'
  if (inicio.slice(0, 10) !== fim.slice(0, 10)) return said
  const [ano, mes, dia] = stampOf(inicio, Date.parse(inicio) + DAY_MS)
    .slice(0, 10)
    .split('-')
  return `${said} Se passa da meia-noite, a data do fim é ${dia}/${mes}/${ano}.`
}

function closesLate(evento: Evento): string {
  const last = dayWithHour(evento.inicio, eraseAt(evento) - DAY_MS)
  return `As inscrições fecham ao menos um dia antes de os dados se apagarem: até ${last}.`
}
