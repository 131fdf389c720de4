import { aniversarioOf, quandoOf } from '../domain/quando.ts'
import type { Evento } from '../domain/evento.ts'

/** The texts of the invitation; those set in capitals are in upper case. */
export type Wording = ReturnType<typeof wordingOf>

/** Words the invitation to an event. @param isClosed registrations are closed: nobody is asked to confirm */
export function wordingOf(evento: Evento, isClosed = false) {
  const quando = quandoOf(evento.inicio)
  const aniversario = aniversarioOf(evento.ocasiao, quando.ano)
  return {
    /** `SOCIEDADE RURAL`, and `do Vale Dourado` when the name has such a part. */
    anfitriao: splitName(evento.anfitriao),
    convida: 'tem a honra de convidar para',
    ocasiao: capitals(aniversario?.ato ?? evento.ocasiao),
    aniversario,
    titulo: `“${evento.titulo}”`,
    ...quando,
    semana: capitals(quando.semana),
    mes: capitals(quando.mes),
    hora: capitals(quando.hora),
    local: evento.local,
    cidade: evento.cidade,
    chamada: isClosed ? 'INSCRIÇÕES ENCERRADAS' : 'CONFIRME SUA PRESENÇA',
  }
}

/** A capital is wider than a small italic letter. */
const CAPITAL_WIDTH = 1.6

/** Breaks a host's name before the `do`, `da` or `de` that leaves its two parts closest in width. */
export function splitName(name: string): { nome: string; de: string | null } {
  const splits = Array.from(name.matchAll(/\s(?=d[aeo]s?\s)/g), ({ index }) => ({
    nome: capitals(name.slice(0, index)),
    de: name.slice(index + 1),
  }))
  const widthOf = ({ nome, de }: { nome: string; de: string }) =>
    Math.max(nome.length * CAPITAL_WIDTH, de.length)
  const [best] = splits.sort((a, b) => widthOf(a) - widthOf(b))
  return best ?? { nome: capitals(name), de: null }
}

function capitals(text: string): string {
  return text.toLocaleUpperCase('pt-BR')
}
