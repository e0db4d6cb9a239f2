namespace AkkaInstrumentation;

/// <summary>A word in the HOCON of rules that stands for a value of an enum.</summary>
// Not a dictionary with the enum in its type: the runtime would compile the dictionary again for each enum, at the start of each process.
internal sealed record RuleWord(string Text, int Value);
