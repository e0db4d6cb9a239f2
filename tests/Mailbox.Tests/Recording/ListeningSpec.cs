namespace AkkaInstrumentation.Tests.Recording;

/// <summary>What is listened to is two answers, each of its own.</summary>
public class ListeningSpec
{
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public void Each_answer_is_its_own(bool toSpans, bool toCounts)
    {
        var listening = Listening.Of(toSpans, toCounts);

        Assert.Equal((toSpans, toCounts), (listening.ToSpans, listening.ToCounts));
    }

    /// <summary>Whether durations have a listener is asked when a message needs it, but never where nothing is counted.</summary>
    [Fact]
    public void Durations_are_not_listened_to_where_messages_are_not_counted()
    {
        using var durations = Unheeding.Metrics();

        Assert.False(Listening.Of(toSpans: true, toCounts: false).ToDurations);
        Assert.True(Listening.Of(toSpans: false, toCounts: true).ToDurations);
    }

    [Fact]
    public void What_the_settings_switch_off_is_not_listened_to()
    {
        var listening = Listening.Now(TestSettings.Read("akka.instrumentation { tracing.enabled = off, metrics.enabled = off }"));

        Assert.Equal(default, listening);
    }
}
