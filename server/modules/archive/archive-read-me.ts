/** For whoever opens an archive in ten years. */
export const archiveReadMe = `考试档案 / Archive of an exam

index.json            目录：每个文件的长度与 SHA-256 / every file with its length and SHA-256
signature.json        目录的签名（ECDSA P-256，SHA-256）/ the signature over the index
plan.jsonl            考试 / the exam
papers.jsonl          各套试卷的题目与答案 / the papers with their keys
corrections.jsonl     答案更正 / corrections of keys
examinees.jsonl       考生 / who sat it
log/*.jsonl           每位考生的作答日志：封存的操作与哈希链 / the log of each attempt: sealed ops on their hash chains
answers.jsonl         计分的作答与回执 / the answers that count, with their receipts
files/                作答附件 / files on answers
marks.jsonl           阅卷与裁定 / marks and decisions
evidence.jsonl        考评员拍下的照片：在哪一行、何时 / photos that assessors took: for which row, and when
evidence/             照片 / the photos
paper-entries.jsonl   纸质成绩录入 / points entered from paper
scores.jsonl          成绩 / scores
reviews.jsonl         复核 / reviews
certificates.jsonl    证书 / certificates

每行以它与前一行的哈希开头（第一行接文件名）：base64url(SHA-256(前一行的哈希 + 换行 + 本行 JSON))。
Each line begins with the hash over the hash of the line before it (of the first: the file's path), a line feed and its own JSON.

校验 / to verify: npm run verify-archive -- <file> [--key <public key>]
`;
