import { Field } from '~/shared/field'
import { ContactLine } from '~/shared/contato'
import { Heading, OutlineLink, useEvento } from '~/shared/page'
import { dotted } from '~/shared/words'

/** Whether guests of the event are still stored: until which day, null once it has come, or since which, where known. */
export type Dados = { kind: 'guardados' | 'apagados'; dia: string | null }

/** What the page answers to a name and a code. */
export type Conferido =
  | {
      kind: 'verdadeiro'
      /** As it was typed. */
      nome: string
      codigo: string
      /** Null of a former event, as `onde`. */
      ocasiao: string | null
      titulo: string
      horas: string
      quando: string
      onde: string | null
      dados: Dados | null
    }
  /** Wrong name, wrong code, no certificate: nobody learns which. */
  | { kind: 'nao-confere'; codigo: string; nome: string }

/** The form, with nothing typed but a code that came with the paper. */
export function ConferirPage({ codigo }: { codigo: string }) {
  const { anfitriao = '' } = useEvento() ?? {}
  return (
    <>
      <Heading kicker={anfitriao} title="CONFERIR UM CERTIFICADO" />
      <ConferirForm codigo={codigo} nome="" />
      <p className="nota">
        Não guardamos lista de certificados. O código é calculado do nome, do evento e das horas: por isso a
        conferência continua depois que os dados dos convidados são apagados, e ninguém descobre por aqui quem
        esteve lá.
      </p>
    </>
  )
}

/** By POST, so that no name stands in an address. */
function ConferirForm({ codigo, nome }: { codigo: string; nome: string }) {
  const typed = { type: 'text', autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }
  return (
    <form method="post" action="/certificado" acceptCharset="utf-8">
      <Field
        {...typed}
        id="codigo"
        label="CÓDIGO"
        hint="Dez letras e números, no pé do certificado."
        error={null}
        value={codigo}
        name="codigo"
        maxLength={20}
        required
      />
      <Field
        {...typed}
        id="nome"
        label="NOME"
        hint="Completo, como está no certificado. Maiúsculas e acentos não importam."
        error={null}
        value={nome}
        name="nome"
        maxLength={120}
        required
      />
      <button>CONFERIR</button>
    </form>
  )
}

export function Resposta(conferido: Conferido) {
  switch (conferido.kind) {
    case 'verdadeiro':
      return <Verdadeiro {...conferido} />
    case 'nao-confere':
      return <NaoConfere {...conferido} />
    default:
      return conferido satisfies never
  }
}

function Verdadeiro({
  nome,
  codigo,
  ocasiao,
  titulo,
  horas,
  quando,
  onde,
  dados,
}: Extract<Conferido, { kind: 'verdadeiro' }>) {
  return (
    <>
      <section className="resposta" role="status">
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <path
            fill="currentColor"
            fillRule="evenodd"
            d="M48 2a46 46 0 1 1 0 92 46 46 0 0 1 0-92M20 49l19 20 37-39-9-8-28 30-11-11z"
          />
        </svg>
        <h1>VERDADEIRO</h1>
        <p className="nome">{nome}</p>
        <p>
          {ocasiao === null ? `participou de “${titulo}”, ` : `participou de ${ocasiao}, “${titulo}”, `}
          <b>{horas}</b>
        </p>
        <p>{onde === null ? quando : dotted(quando, onde)}</p>
        <p className="codigo">{codigo}</p>
      </section>
      <p className="nota">
        {`${dadosSaid(dados)}O código e o nome que você digitou bastam para conferir; nada sobre esta conferência fica guardado.`}
      </p>
      <p className="nota">
        Vale para o nome como você o digitou. Se ele foi corrigido depois, há outro certificado, com outro
        código.
      </p>
      <OutlineLink href="/certificado">CONFERIR OUTRO</OutlineLink>
    </>
  )
}

function dadosSaid(dados: Dados | null): string {
  if (dados === null) return ''
  if (dados.kind === 'guardados') {
    const until = dados.dia === null ? '' : `: serão apagados em ${dados.dia}`
    return `Os dados dos convidados deste evento ainda estão guardados${until}, e a conferência continua. `
  }
  const when = dados.dia === null ? 'já foram apagados' : `foram apagados em ${dados.dia}`
  return `Os dados dos convidados deste evento ${when}, como prometido. `
}

function NaoConfere({ codigo, nome }: Extract<Conferido, { kind: 'nao-confere' }>) {
  return (
    <>
      <section className="resposta nao" role="status">
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="7"
            strokeDasharray="13 8"
            d="M48 7 89 48 48 89 7 48z"
          />
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="8"
            strokeLinecap="round"
            d="M39 39a9 9 0 1 1 13 8c-3 2-4 4-4 8"
          />
          <circle cx="48" cy="67" r="5" fill="currentColor" />
        </svg>
        <h1>NÃO CONFERE</h1>
        <p>Este código não é deste nome. Compare letra por letra com o papel: um sobrenome a mais já muda.</p>
      </section>
      <ConferirForm codigo={codigo} nome={nome} />
      <p className="nota">Se o papel diz o mesmo que você digitou, este certificado não foi emitido aqui.</p>
      <ContactLine />
    </>
  )
}
