import { useActionData, useLoaderData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Field, Message, Outcome } from '~/shared/field'
import { fieldsOf, noStore, seeOther } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import { CASA } from '../../server/domain/casa.ts'
import { acertarCasa, defineLotacao, readLugares, type LugaresShown } from '../../server/use-cases/casa.ts'

export const loader = painelLoader(({ services }) => readLugares(services))

interface Refused {
  typed: string
  message: string
}

export const action = painelAction(async ({ services, autor }, { request }) => {
  const fields = await fieldsOf(request)
  const done = (feito: string) => seeOther(`/painel/evento/lugares?feito=${feito}`)
  const ato = fields('ato')
  switch (ato) {
    case 'definir': {
      const typed = fields('lotacao') ?? ''
      const message = refusalOf(await defineLotacao(services, typed, autor))
      return message === null ? done('gravada') : noStore<Refused>({ typed, message }, 422)
    }
    case 'fechar':
    case 'abrir':
      // Behind a closed public form only personal invitations register.
      await services.mesas.setFechada(CASA, ato === 'fechar', autor())
      return done(ato === 'fechar' ? 'fechado' : 'aberto')
    case 'acertar':
      return done((await acertarCasa(services, autor)).alem > 0 ? 'alem' : 'acertados')
    default:
      throw new Response(null, { status: 400 })
  }
})

/** What is wrong with a LOTAÇÃO; null for one that is stored. */
function refusalOf(definition: Awaited<ReturnType<typeof defineLotacao>>): string | null {
  switch (definition.kind) {
    case 'changed':
    case 'unchanged':
      return null
    case 'no-number':
      return 'Digite quantos lugares há, só com números; em branco, o evento não tem lotação.'
    case 'too-low':
      return `Já há ${countOf(definition.least, 'lugar prometido', 'lugares prometidos')}: a lotação não pode ser menor.`
    case 'taken':
      return `A empresa ${definition.nome || 'sem nome'} tem o ID que a lotação usa, 0000000000001. Importe-a com outro ID e remova esta.`
    default:
      return definition satisfies never
  }
}

export const meta = painelTitled<typeof loader>('Lugares')

const DONE = {
  gravada: 'a lotação foi gravada.',
  fechado: 'o link público está fechado: só se cadastra quem tem convite.',
  aberto: 'o link público está aberto: quem abrir o convite se cadastra enquanto houver lugar.',
  acertados: 'quem estava fora da conta ocupa agora um lugar da casa.',
}
const WARNINGS = {
  alem: 'contamos quem coube; a casa não tem lugar para todos.',
}

export default function Lugares() {
  const shown = useLoaderData<typeof loader>()
  const refused = useActionData<Refused>()
  const { lotacao, empresas, casa, semLugar, feito } = shown
  return (
    <Painel
      current="Evento"
      kicker={<a href="/painel/evento">Evento</a>}
      title="Lugares"
      summary={
        <ErrorSummary title="Nada foi gravado" errors={[{ id: 'lotacao', message: refused?.message }]} />
      }
    >
      <Outcome nome={feito} done={DONE} warnings={WARNINGS} />
      {casa ? (
        <dl className="conta">
          <Row nome="Com as empresas" {...empresas} />
          <Row nome="Da casa" {...casa} />
          {semLugar > 0 ? (
            <div>
              <dt>Fora da conta</dt>
              <dd>
                <a href="#fora">{countOf(semLugar, 'pessoa', 'pessoas')}</a>
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <form method="post" className="estreita">
        <Field
          id="lotacao"
          label="Lotação"
          hint={`Quantos lugares há ao todo. As empresas têm ${empresas.total}; os outros são da casa, para o link público e para quem não é de nenhuma empresa. Em branco, não há limite.`}
          error={refused?.message}
          value={refused?.typed ?? (lotacao === null ? '' : String(lotacao))}
          inputMode="numeric"
          maxLength={9}
        />
        <button name="ato" value="definir">
          Gravar lotação
        </button>
      </form>
      {casa ? <DaCasa {...casa} /> : null}
      {casa && semLugar > 0 ? (
        <ForaDaConta semLugar={semLugar} lotacao={lotacao ?? 0} left={casa.left} />
      ) : null}
    </Painel>
  )
}

function Row({ nome, total, left }: { nome: string; total: number; left: number }) {
  return (
    <div>
      <dt>{nome}</dt>
      <dd>{`${countOf(left, 'livre', 'livres')}, de ${total}`}</dd>
    </div>
  )
}

/** Who comes without a place being taken for them, so that the house seems to have more left than it has. */
function ForaDaConta({ semLugar, lotacao, left }: { semLugar: number; lotacao: number; left: number }) {
  const missing = semLugar - left
  return (
    <form method="post" className="estreita" id="fora">
      <h2>{countOf(semLugar, 'pessoa fora da conta', 'pessoas fora da conta')}</h2>
      <p className="nota">
        {semLugar === 1
          ? 'Já tem cadastro ou convite, mas não ocupa nenhum dos lugares de cima: foi cadastrada ou convidada antes de haver lotação, ou desistiu e veio assim mesmo.'
          : 'Já têm cadastro ou convite, mas não ocupam nenhum dos lugares de cima: foram cadastradas ou convidadas antes de haver lotação, ou desistiram e vieram assim mesmo.'}
      </p>
      {missing > 0 ? (
        <Message isWarning>
          {`${left > 0 ? `A casa só tem ${countOf(left, 'lugar livre', 'lugares livres')}` : 'A casa não tem lugar livre'}. Para contar todas, aumente a lotação para ${lotacao + missing}.`}
        </Message>
      ) : null}
      <button name="ato" value="acertar" className="contorno">
        {`Contar ${semLugar === 1 ? 'esta pessoa' : `estas ${semLugar} pessoas`} nos lugares da casa`}
      </button>
    </form>
  )
}

function DaCasa({ isFechada }: NonNullable<LugaresShown['casa']>) {
  return (
    <form method="post" className="estreita">
      <h2>Convite público</h2>
      <p className="nota">
        {isFechada
          ? 'Fechado: só se cadastra quem recebeu um convite.'
          : 'Aberto: quem abre o convite se cadastra enquanto houver lugar da casa.'}
      </p>
      <button name="ato" value={isFechada ? 'abrir' : 'fechar'} className="contorno">
        {isFechada ? 'Abrir o link público' : 'Fechar o link: só com convite'}
      </button>
    </form>
  )
}
