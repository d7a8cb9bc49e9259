<#-- Calcite's tokens of the JDBC escapes; but `{ table` opens a block: an escape's word must end there. -->
|   < LBRACE_D: "{" (" ")* ["d","D"] > { escapeOrBrace(matchedToken); }
|   < LBRACE_T: "{" (" ")* ["t","T"] > { escapeOrBrace(matchedToken); }
|   < LBRACE_TS: "{" (" ")* ["t","T"] ["s","S"] > { escapeOrBrace(matchedToken); }
|   < LBRACE_FN: "{" (" ")* ["f","F"] ["n","N"] > { escapeOrBrace(matchedToken); }
|   < LBRACE: "{" >
|   < RBRACE: "}" >
