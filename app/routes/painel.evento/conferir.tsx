import type { ReactNode } from 'react'
import { ErrorSummary, Failure, Message, Option } from '~/shared/field'
import { OutlineLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf } from '~/shared/words'
import type { Conferido } from './conferir.server.ts'
import type { Frase } from './consequencias.ts'
import { Hidden } from './form.tsx'
import { ImagemHidden } from './imagem.tsx'
import { Vistas } from './vistas.tsx'

const UNANSWERED = 'Responda: os convidados precisam saber?'
const UNTICKED = 'Marque que é isto mesmo.'
const UNDRAWN =
  'as figuras não puderam ser desenhadas agora. Nada do que você escreveu se perdeu: espere alguns segundos, toque em Voltar a mudar e em Conferir de novo.'

export const ASKED: Record<Conferido['passo'], string> = {
  descrever: 'Confira o convite',
  gravar: 'Confira antes de gravar',
  cancelar: 'Cancelar o evento',
  retomar: 'Retomar o evento',
}

export function ConferirErrors({ passo, isUnanswered }: Pick<Conferido, 'passo' | 'isUnanswered'>) {
  const id = passo === 'cancelar' ? 'sei' : 'avisar'
  const message = passo === 'cancelar' ? UNTICKED : UNANSWERED
  return <ErrorSummary title="Nada foi gravado" errors={isUnanswered ? [{ id, message }] : []} />
}

/** What will change, old beside new, and what follows. Only this page stores it. */
export function Conferir({ conferido }: { conferido: Conferido }) {
  const { passo, mudancas, consequencias, antes, depois, versao, era, descricao } = conferido
  const { escolha, eraImagem, isUndrawn } = conferido
  const isNew = passo === 'descrever'
  return (
    <form method="post" action="/painel/evento" className="com-vistas conferir" acceptCharset="utf-8">
      <Hidden versao={versao} era={era} descricao={descricao} />
      <ImagemHidden {...escolha} eraImagem={eraImagem} />
      <div>
        {isUndrawn ? <Message isWarning>{UNDRAWN}</Message> : null}
        {mudancas.length === 0 ? null : <Mudancas mudancas={mudancas} />}
        {consequencias.length === 0 ? null : <h2>O que acontece</h2>}
        <ul className="consequencias">
          {consequencias.map((frase) => (
            <li key={frase.join('')}>
              <Dita frase={frase} />
            </li>
          ))}
        </ul>
      </div>
      {passo === 'gravar' || isNew ? (
        <Vistas
          title="Como vai ficar"
          vista={depois}
          antes={antes}
          link={
            isNew
              ? 'O link, quando alguém o manda pelo WhatsApp'
              : 'O link em mensagens novas. Nas já enviadas, o WhatsApp guarda a figura antiga.'
          }
          credencial={
            isNew
              ? 'A credencial de cada convidado'
              : 'A credencial, com o mesmo código: quem já a imprimiu entra com ela.'
          }
        />
      ) : null}
      <div className="decidir">
        <Decidir {...conferido} />
      </div>
    </form>
  )
}

function Mudancas({ mudancas }: Pick<Conferido, 'mudancas'>) {
  const caption = `${mudancas.length === 1 ? 'Muda' : 'Mudam'} ${countOf(mudancas.length, 'campo', 'campos')}`
  return (
    <Table className="mudancas" caption={caption} heads={['Campo', 'Está', 'Vai ficar']}>
      {mudancas.map(({ nome, era, fica }) => (
        <tr key={nome}>
          <th scope="row">{nome}</th>
          <td>
            <s>{era}</s>
          </td>
          <td>
            <b>{fica}</b>
          </td>
        </tr>
      ))}
    </Table>
  )
}

const Dita = ({ frase }: { frase: Frase }): ReactNode =>
  frase.map((piece, index) => (index % 2 === 1 ? <b key={index}>{piece}</b> : piece))

function Decidir({ passo, avisar, isUnanswered }: Conferido) {
  switch (passo) {
    case 'descrever':
      return <Gravar />
    case 'gravar':
      return (
        <>
          <fieldset className="avisar" id="avisar">
            <legend>Os convidados precisam saber?</legend>
            <Failure id="avisar" error={isUnanswered ? UNANSWERED : null} />
            <Option type="radio" name="avisar" value="sim" defaultChecked={avisar === 'sim'}>
              <b>Sim, mudou para eles</b>
              <span className="nota">
                A fila para avisar um por um. Se mudou dia, hora ou lugar, também uma fita MUDOU no convite,
                na página das empresas e na credencial, até o evento.
              </span>
            </Option>
            <Option type="radio" name="avisar" value="nao" defaultChecked={avisar === 'nao'}>
              <b>Não, só corrigi uma palavra</b>
              <span className="nota">
                Sem fita e sem fila. Não combina com mudança de data, de hora ou de local.
              </span>
            </Option>
          </fieldset>
          <Gravar />
        </>
      )
    case 'cancelar':
      return (
        <div className="final">
          <Failure id="sei" error={isUnanswered ? UNTICKED : null} />
          <Option
            id="sei"
            type="checkbox"
            name="sei"
            value="sim"
            required
            aria-invalid={isUnanswered || undefined}
          >
            <b>É isto mesmo: o evento não acontece</b>
            <span className="nota">
              Dá para retomar depois, nesta página; será preciso avisar de novo quem já soube.
            </span>
          </Option>
          <button name="ato" value="cancelar">
            Cancelar o evento
          </button>
          <OutlineLink href="/painel/evento">Não cancelar</OutlineLink>
        </div>
      )
    case 'retomar':
      return (
        <div className="acoes lado">
          <button name="ato" value="retomar">
            Retomar o evento
          </button>
          <OutlineLink href="/painel/evento">Deixar cancelado</OutlineLink>
        </div>
      )
    default:
      return passo satisfies never
  }
}

function Gravar() {
  return (
    <div className="acoes lado">
      <button name="ato" value="gravar">
        Gravar
      </button>
      <button className="contorno" name="ato" value="mudar" formNoValidate>
        Voltar a mudar
      </button>
    </div>
  )
}
