import type { NumerosDaMesa } from '../../server/domain/mesa'
import { Outcome } from '~/shared/field'
import { Contato } from '~/shared/contato'
import { Rule, Gate, NumeroDaMesa, OutlineLink } from '~/shared/page'
import { SharePublic } from './share.tsx'
import { PlaceShape, type Place } from './place.tsx'

interface MesaHeadProps extends Record<
  'path' | 'nome' | 'numero' | 'vagas' | 'ocasiao' | 'quando' | 'hora' | 'prazo',
  string
> {
  isOver: boolean
}

export function MesaHead({ path, nome, numero, vagas, ocasiao, quando, hora, prazo, isOver }: MesaHeadProps) {
  return (
    <>
      <p className="sobre">
        {`Mesa · ${ocasiao}`}
        <br />
        {quando}
      </p>
      <h1 className="nome-longo">{nome}</h1>
      <NumeroDaMesa numero={numero} />
      {vagas === '' ? null : <p className="centro">{vagas}</p>}
      <Rule />
      <p className="hora">
        {`Atualizado às ${hora}. `}
        {isOver ? `As mudanças terminaram: ${prazo}.` : `Você pode fazer mudanças até ${prazo}.`}
      </p>
      <p className="hora">
        <a className="botao contorno pequeno" href={path}>
          Atualizar
        </a>
      </p>
    </>
  )
}

/** A table with more places than this shows only numbers, no shapes. */
const SHAPES_MAX = 40

/**
 * How many are left, as an admission ticket; the table place by place; and the numbers, which add up to the
 * total.
 */
export function MesaScore({ isOver, ...numeros }: NumerosDaMesa & { isOver: boolean }) {
  const { total, livres, confirmados, chegaram, preenchendo, guardados, novos, outros } = numeros
  const outside: [Place, string, number][] = [
    ['preenchendo', 'Preenchendo o cadastro', preenchendo],
    ['guardado', 'Guardados para quem desistiu', guardados],
    ['novo', 'Convites pessoais novos', novos],
    ['outro', 'Gastos, sem convidado', outros],
    ['livre', isOver ? 'Sem uso' : 'Livres', livres],
  ]
  const rows: typeof outside = [
    ['confirmado', 'Confirmados', confirmados],
    ['chegou', 'já chegaram', chegaram],
    ...outside,
  ]
  const places: typeof outside = [
    ['chegou', '', chegaram],
    ['confirmado', '', confirmados - chegaram],
    ...outside,
  ]
  const isRare = (de: Place) => de === 'guardado' || de === 'outro'
  return (
    <section className="placar" aria-label="Números da mesa">
      <p className="bilhete">
        <b className={livres > 9_999 ? 'longo' : undefined}>{livres}</b>{' '}
        <span>
          {livres === 1 ? 'CONVITE' : 'CONVITES'}
          <br />
          {`${isOver ? 'SEM USO' : livres === 1 ? 'LIVRE' : 'LIVRES'}, DE ${total}`}
        </span>
      </p>
      <Places counts={places} />
      <dl className="conta">
        {rows.map(([de, nome, count]) =>
          isRare(de) && count === 0 ? null : (
            <div key={de} className={de === 'chegou' ? 'dentro' : undefined}>
              <dt>
                <PlaceShape de={de} />
                {nome}
              </dt>
              <dd>{count}</dd>
            </div>
          ),
        )}
        <div className="soma">
          <dt>Total da mesa</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </section>
  )
}

function Places({ counts }: { counts: [Place, string, number][] }) {
  const lugares = counts.flatMap(([de, , count]) =>
    Array.from({ length: Math.min(count, SHAPES_MAX + 1) }, () => de),
  )
  if (lugares.length > SHAPES_MAX) return null
  return (
    <p className="lugares" aria-hidden="true">
      {lugares.map((de, index) => (
        <PlaceShape key={index} de={de} />
      ))}
    </p>
  )
}

/** The public link as a gate, open or closed, with the button that opens or closes it. */
export function PublicLink(props: {
  path: string
  publico: { link: string; whatsapp: string }
  isFechada: boolean
}) {
  const { path, publico, isFechada } = props
  return (
    <section className="publico" aria-labelledby="h-publico">
      <h2 id="h-publico">Link público</h2>
      <div className="passagem">
        <Gate isOpen={!isFechada} />
        <p>
          <b>{isFechada ? 'Fechado' : 'Aberto'}</b>{' '}
          {isFechada
            ? 'Só entra quem tem convite pessoal.'
            : 'Qualquer pessoa com o link pode usar um convite livre.'}
        </p>
      </div>
      {isFechada ? (
        <p className="nota">
          Quem abre o link público lê que os convites desta mesa são pessoais. Nenhum convite é gasto.
        </p>
      ) : (
        <SharePublic publico={publico} isOutlined />
      )}
      <form method="post" action={path}>
        <button
          className={isFechada ? undefined : 'contorno'}
          name="ato"
          value={isFechada ? 'abrir' : 'fechar'}
        >
          {isFechada ? 'Abrir o link público' : 'Fechar o link público'}
        </button>
      </form>
    </section>
  )
}

export function MesaFooter({ path, contato, isOver }: { path: string; contato: string; isOver: boolean }) {
  return (
    <section className="levar" aria-labelledby="h-lista">
      <h2 id="h-lista">Lista da mesa</h2>
      <OutlineLink href={`${path}/lista`}>Imprimir a lista</OutlineLink>
      <OutlineLink href={`${path}/lista.csv`}>Baixar planilha</OutlineLink>
      <p className="nota">
        {`Qualquer pessoa com o endereço desta página pode ${isOver ? 'ver a' : 'mexer na'} mesa. Se ele caiu em outras mãos, peça outro à organização`}
        {contato === '' ? '.' : ': '}
        <Contato contato={contato} />
      </p>
    </section>
  )
}

const DONE = {
  criados: 'os convites pessoais estão prontos. Envie a cada pessoa o seu.',
  'criados-sem-numero':
    'os convites pessoais estão prontos, na ordem da lista. Não deu para ler algum número: escolha a pessoa no WhatsApp ao enviar.',
  mudado: 'o nome do convite mudou. O link continua o mesmo.',
  enviado: 'ficou anotado como enviado.',
  'nao-foi': 'ficou anotado que a mensagem não foi. O convite espera pelo envio.',
  revogado: 'o convite foi cancelado e voltou para a mesa.',
  liberado: 'o convite voltou para a mesa. Não enviamos mensagem: avise quem o tinha.',
  fechado: 'o link público está fechado. Só entra quem tem convite pessoal.',
  pedido: 'o pedido foi enviado à organização.',
  aberto: 'o link público está aberto. Qualquer pessoa com o link pode usar um convite livre.',
} as const

const WARNINGS = {
  'ja-usado': 'este convite já foi usado. Nada mudou.',
  'ja-revogado': 'este convite já estava cancelado. Nada mudou.',
  'ja-recusado': 'essa pessoa já avisou que não vem. Nada mudou.',
  'ja-livre': 'este convite já tinha voltado para a mesa. Nada mudou.',
  'nao-guardado': 'este lugar não estava mais guardado. Nada mudou.',
  'ja-chegou': 'essa pessoa já chegou ao evento, e o convite fica com ela. Nada mudou.',
  'ja-pedido': 'já há um pedido esperando resposta. Nada mudou.',
  encerrado: 'o prazo para mudanças terminou. Nada mudou.',
} as const

export type MesaDoneName = keyof typeof DONE | keyof typeof WARNINGS

export function MesaDone({ nome }: { nome: string | null }) {
  return <Outcome nome={nome} done={DONE} warnings={WARNINGS} />
}
