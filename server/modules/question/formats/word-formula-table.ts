/** What Word writes as one sign and LaTeX by a name. */

const greek = {
  α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'varepsilon', ϵ: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', ϑ: 'vartheta', ι: 'iota', κ: 'kappa',
  λ: 'lambda', μ: 'mu', µ: 'mu', ν: 'nu', ξ: 'xi', π: 'pi', ϖ: 'varpi', ρ: 'rho', ϱ: 'varrho', σ: 'sigma', ς: 'varsigma', τ: 'tau', υ: 'upsilon', φ: 'varphi',
  ϕ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega', Γ: 'Gamma', Δ: 'Delta', Θ: 'Theta', Λ: 'Lambda', Ξ: 'Xi', Π: 'Pi', Σ: 'Sigma', Υ: 'Upsilon', Φ: 'Phi', Ψ: 'Psi',
  '\u03a9': 'Omega', '\u2126': 'Omega', ℓ: 'ell', ℏ: 'hbar',
} as const;
const signs = {
  '×': 'times', '÷': 'div', '±': 'pm', '∓': 'mp', '⋅': 'cdot', '·': 'cdot', '∙': 'cdot', '∗': 'ast', '≤': 'le', '≥': 'ge', '⩽': 'le', '⩾': 'ge', '≠': 'ne',
  '≈': 'approx', '≡': 'equiv', '≅': 'cong', '∼': 'sim', '∽': 'sim', '∝': 'propto', '≪': 'll', '≫': 'gg', '∞': 'infty', '∂': 'partial', '∇': 'nabla',
  '→': 'to', '←': 'leftarrow', '↔': 'leftrightarrow', '⇒': 'Rightarrow', '⇐': 'Leftarrow', '⇔': 'Leftrightarrow', '⇌': 'rightleftharpoons', '↑': 'uparrow', '↓': 'downarrow',
  '∈': 'in', '∉': 'notin', '∋': 'ni', '⊂': 'subset', '⊃': 'supset', '⊆': 'subseteq', '⊇': 'supseteq', '∪': 'cup', '∩': 'cap', '∅': 'varnothing', '∀': 'forall', '∃': 'exists',
  '¬': 'neg', '∧': 'land', '∨': 'lor', '⊕': 'oplus', '⊗': 'otimes', '∠': 'angle', '⊥': 'perp', '∥': 'parallel', '△': 'triangle', '□': 'square', '∴': 'therefore', '∵': 'because',
  '…': 'ldots', '⋯': 'cdots', '⋮': 'vdots', '⋱': 'ddots', '∫': 'int', '∑': 'sum', '∏': 'prod', '√': 'surd', '∘': 'circ', '†': 'dagger', '∖': 'setminus',
} as const;

const named = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([sign, name]) => [sign, `\\${name} `]));

export const symbols: Readonly<Record<string, string>> = {
  ...named(greek),
  ...named(signs),
  '−': '-',
  '′': "'",
  '″': "''",
  '°': '^{\\circ}',
  '℃': '^{\\circ}\\mathrm{C}',
  '℉': '^{\\circ}\\mathrm{F}',
  '％': '\\%',
  '（': '(',
  '）': ')',
  '，': ',',
  '＝': '=',
  '＋': '+',
  '－': '-',
  '\u00a0': ' ',
  '\u2061': '',
  '\u2062': '',
  '\u200b': '',
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '&': '',
  '#': '\\#',
  $: '\\$',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
};

/** Signs that grow and carry limits. */
export const grown: Readonly<Record<string, string>> = {
  '∑': '\\sum', '∏': '\\prod', '∐': '\\coprod', '∫': '\\int', '∬': '\\iint', '∭': '\\iiint', '∮': '\\oint', '⋃': '\\bigcup', '⋂': '\\bigcap', '⋁': '\\bigvee', '⋀': '\\bigwedge',
};

export const delimiters: Readonly<Record<string, string>> = {
  '': '.', '(': '(', ')': ')', '[': '[', ']': ']', '{': '\\{', '}': '\\}', '|': '|', '‖': '\\Vert', '⌊': '\\lfloor', '⌋': '\\rfloor', '⌈': '\\lceil', '⌉': '\\rceil', '〈': '\\langle',
  '〉': '\\rangle', '⟨': '\\langle', '⟩': '\\rangle', '/': '/', '（': '(', '）': ')',
};

export const marksAbove: Readonly<Record<string, string>> = {
  '\u0302': 'hat', '^': 'hat', '\u0303': 'tilde', '~': 'tilde', '\u0304': 'bar', '\u0305': 'overline', '¯': 'bar', '\u20d7': 'vec', '→': 'vec', '\u0307': 'dot', '\u0308': 'ddot',
  '\u20db': 'dddot', '\u030c': 'check', '\u0306': 'breve', '\u0301': 'acute', '\u0300': 'grave', '\u20d6': 'overleftarrow',
};

export const functions: ReadonlySet<string> = new Set([
  'sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'arcsin', 'arccos', 'arctan', 'sinh', 'cosh', 'tanh', 'ln', 'lg', 'log', 'exp', 'lim', 'max', 'min', 'sup', 'inf', 'det', 'dim', 'gcd', 'deg', 'arg',
]);
