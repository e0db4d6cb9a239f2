namespace AkkaInstrumentation.Tests.Configuration;

/// <summary>Akka's reader calls itself for each level, so a text that is deep enough would end the process.</summary>
public sealed class HoconShapeSpec
{
    [Theory]
    [InlineData('{', '}')]
    [InlineData('[', ']')]
    public void A_text_is_at_most_fifty_levels_deep(char opening, char closing)
    {
        Assert.Null(HoconShape.ProblemOf(Levels(50)));
        Assert.Equal("there are more than 50 brackets inside each other", HoconShape.ProblemOf(Levels(51)));
        Assert.Equal("there are more than 50 brackets inside each other", HoconShape.ProblemOf(Levels(1_000_000)));

        Assert.Null(HoconShape.ProblemOf($"{Key(51)} = 1\n{Key(51)} {{ }}"));
        Assert.Equal("there are more than 50 dots in a key", HoconShape.ProblemOf($"{Key(52)} = 1"));

        string Levels(int depth) => $"a = {new string(opening, depth)}{new string(closing, depth)}";

        static string Key(int parts) => string.Join('.', Enumerable.Repeat("a", parts));
    }
}
