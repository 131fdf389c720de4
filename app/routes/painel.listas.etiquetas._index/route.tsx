import { useLoaderData } from '@remix-run/react'
import { FirstSheet, Measures, namedErrors, PaperChoice, Sum, WhoChoice } from './escolha'
import { marked, typedIn, desmarcadasIn } from '~/painel/etiquetas/etiquetas.server'
import { toldUnmarked } from '~/painel/etiquetas/folhas'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { countFields, ErrorSummary, Message } from '~/shared/field'
import { type PapelDeEtiqueta, FOLHAS, PAPEIS_DE_ETIQUETA } from '../../../server/domain/papel-de-etiqueta.ts'
import { chooseEtiquetas, countFolhas, marcaIn, parseEscolha } from '../../../server/use-cases/etiquetas.ts'
import { CAMPOS, OUTRO } from '../../../server/domain/etiquetas.ts'
import { whenItWas } from '~/shared/event-clock'

export const handle: RouteHandle = { sheet: 'etiquetas' }

export const action = painelAction((equipe, { request }) => marked(equipe, request, ''))

/** The form of labels as its address fills it, with the count of each choice, and the first sheet. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const url = new URL(request.url)
  const typed = typedIn(url)
  const escolha = parseEscolha(typed)
  const { papel, erros, inicio } = escolha
  const { ditas, counts, mesas, impressas } = await chooseEtiquetas(services, escolha)
  const [first = PAPEIS_DE_ETIQUETA[0]] = papel ? [papel] : []
  const begin = erros.inicio === undefined ? inicio : 1
  const total = ditas.length
  const folhasTotal = countFolhas(total, { papel: first, inicio: begin })
  const ultima = marcaIn(impressas, null)
  const [porFolha, used] = [first.colunas * first.linhas, begin - 1]
  return {
    counts,
    mesas,
    erros,
    total,
    folhasTotal,
    porFolha,
    inicio,
    papeis: PAPEIS_DE_ETIQUETA.map((each) => ({ ...each, ...sheetOf(each) })),
    papel: papel || typed('papel') !== OUTRO ? first.id : OUTRO,
    primeira: { ...first, ...sheetOf(first), used, nomes: ditas.slice(0, porFolha - used).map(shortOf) },
    typed: Object.fromEntries([...CAMPOS, 'folha', 'dx', 'dy'].map((field) => [field, typed(field)])),
    comeco: typed('inicio') === '' ? '1' : typed('inicio'),
    escolha: { quem: escolha.quem, empresa: escolha.empresaid, ordem: escolha.ordem, hasQr: escolha.hasQr },
    ultima: ultima && {
      ...ultima,
      quando: whenItWas(services.config.evento.inicio, ultima.feitaem, services.now()),
    },
    desmarcadas: desmarcadasIn(url),
    isTyped: typed('papel') === OUTRO || typed('dx') !== '' || typed('dy') !== '',
  }
})

const sheetOf = ({ folha }: Pick<PapelDeEtiqueta, 'folha'>) => ({ sheet: FOLHAS[folha] })

/** First and last name, for a drawing of the sheet. */
function shortOf({ nome, numero }: { nome: string; numero: string }) {
  const words = nome.split(' ')
  const short = words.length > 1 ? `${words[0] ?? ''} ${words.at(-1) ?? ''}` : nome
  return { nome: short.length > 18 ? `${short.slice(0, 17)}…` : short, numero }
}

export const meta = painelTitled('Crachás e etiquetas')

/** What to print on which paper: one form whose address holds its whole state. */
export default function Etiquetas() {
  const page = useLoaderData<typeof loader>()
  const { erros, primeira, desmarcadas } = page
  const errors = namedErrors(erros)
  return (
    <Painel
      current="Listas"
      title="Crachás e etiquetas"
      kicker={<a href="/painel/listas">Listas</a>}
      summary={<ErrorSummary title={countFields} errors={errors} />}
    >
      <svg className="molde" aria-hidden="true">
        <pattern id="gasta" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.6" height="6" />
        </pattern>
      </svg>
      {desmarcadas === null ? null : (
        <Message isWarning={desmarcadas === 0}>{toldUnmarked(desmarcadas)}</Message>
      )}
      <form id="desmarcar" method="post" />
      <form className="com-vistas" action="/painel/listas/etiquetas/folhas">
        <div>
          <fieldset className="grupo">
            <legend>Papel</legend>
            <PaperChoice {...page} />
            <Measures {...page} isOpen={page.isTyped || errors.length > 0} />
          </fieldset>
          <WhoChoice {...page} inicio={page.comeco} error={erros.inicio ?? null} />
          <div className="barra-fixa">
            <button>Ver as folhas</button>
            {errors.length > 0 ? null : (
              <Sum {...page} folhas={page.folhasTotal} inicio={primeira.used + 1} />
            )}
          </div>
        </div>
        <section className="vistas" aria-labelledby="planta">
          <h2 id="planta">A primeira folha</h2>
          <FirstSheet primeira={primeira} />
          <p className="acoes-da-planta">
            <button className="contorno" formAction="/painel/listas/etiquetas/moldura">
              Só a moldura
            </button>
          </p>
          <p className="acoes-da-planta">
            <button className="contorno" formAction="/painel/listas/etiquetas">
              Atualizar
            </button>
          </p>
          <p className="nota">
            Primeiro em papel comum: ponha a folha de etiquetas atrás, contra a luz. Se fugir 1 mm, corrija no
            ajuste fino.
          </p>
        </section>
      </form>
    </Painel>
  )
}
