namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    /// <summary>What is left of the enclosing <c>Within</c>.</summary>
    public TimeSpan Remaining => _end is { } end
        ? NotNegative(end - Now)
        : throw new InvalidOperationException("Remaining may not be called outside of \"within\"");

    /// <summary>What is left of the enclosing <c>Within</c>, or <c>akka.test.single-expect-default</c>.</summary>
    public TimeSpan RemainingOrDefault => RemainingOr(Dilated(TestKitSettings.SingleExpectDefault));

    public TimeSpan Dilated(TimeSpan duration) => duration * TestKitSettings.TestTimeFactor;

    public TimeSpan RemainingOrDilated(TimeSpan? duration)
    {
        if (duration is not { } explicitly)
        {
            return RemainingOrDefault;
        }

        return explicitly >= TimeSpan.Zero
            ? Dilated(explicitly)
            : throw new ArgumentException("Must be positive TimeSpan", nameof(duration));
    }

    protected TimeSpan RemainingOr(TimeSpan duration) => _end is { } end ? NotNegative(end - Now) : duration;

    private static TimeSpan NotNegative(TimeSpan duration) => duration < TimeSpan.Zero ? TimeSpan.Zero : duration;
}
