const [width, height] = [1123, 794];
const [outer, inner] = [23.5, 44.5];
const ink = 'oklch(0.405 0.105 257)';
const paper = 'oklch(0.992 0.006 95)';
const corners = [
  [outer, outer],
  [width - outer - (inner - outer), outer],
  [outer, height - outer - (inner - outer)],
  [width - outer - (inner - outer), height - outer - (inner - outer)],
] as const;
/** Angles of the overlaid ellipses; fine overlapping lines blur when copied. */
const turns = Array.from({ length: 30 }, (_, at) => at * 6);

/** Draws the guilloche border of an A4 landscape sheet and the rosette behind the text. */
export function CertificateFrame() {
  const side = inner - outer;
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} fill="none" className="absolute inset-0 size-full">
      <defs>
        <pattern id="certificate-band" width="9" height="9" patternUnits="userSpaceOnUse">
          <path
            d="M0 4.5Q2.25 0 4.5 4.5T9 4.5M0 4.5Q2.25 9 4.5 4.5T9 4.5M4.5 0Q0 2.25 4.5 4.5T4.5 9M4.5 0Q9 2.25 4.5 4.5T4.5 9"
            stroke={ink}
            strokeWidth=".5"
          />
        </pattern>
      </defs>
      <g stroke="oklch(0.93 0.018 257)" strokeWidth=".7">
        {turns.map((turn) => (
          <ellipse key={turn} cx="300" cy="408" rx="184" ry="96" transform={`rotate(${turn} 300 408)`} />
        ))}
      </g>
      <path
        fillRule="evenodd"
        fill="url(#certificate-band)"
        d={`M${outer} ${outer}H${width - outer}V${height - outer}H${outer}ZM${inner} ${inner}V${height - inner}H${width - inner}V${inner}Z`}
      />
      <rect x={outer} y={outer} width={width - 2 * outer} height={height - 2 * outer} stroke={ink} strokeWidth="2" />
      <rect x={inner} y={inner} width={width - 2 * inner} height={height - 2 * inner} stroke={ink} />
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`} stroke={ink} strokeWidth="1.2">
          <rect x={x} y={y} width={side} height={side} fill={paper} />
          <path
            d={`M${x + side / 2} ${y + 4}l${side / 2 - 4} ${side / 2 - 4}l${4 - side / 2} ${side / 2 - 4}l${4 - side / 2} ${4 - side / 2}z`}
          />
        </g>
      ))}
    </svg>
  );
}
